package datasets

import (
	"bytes"
	"example.com/sfatui/datasets/confine"
	"io"
	"path/filepath"
	"regexp"
	"strings"
)

// supported says what is read, for messages.
const supported = "sfatui reads tables (.csv .tsv .txt .dat .parquet), arrays (.npy .npz .mat, IDX), time series (.ts .arff .edf), sound (.wav .flac), images (.png .jpg) and directories of such files"

// kind is what sort of data a file holds; it decides the defaults.
type kind int

const (
	table kind = iota
	sound
	images
)

// String is the kind as a message names it.
func (k kind) String() string {
	return [...]string{table: "a table or series", sound: "sound", images: "images"}[k]
}

// format is a way in which files are written.
type format struct {
	name string // in messages, with its article
	kind kind
	// columns says that parts of the data have names, which the flags for
	// columns take.
	columns bool
	read    func(*job, file, *material) error
}

// The formats that are read.
var (
	formatTable = format{"a table", table, true, (*job).readTable}
	formatPQ    = format{"a Parquet file", table, true, (*job).readParquet}
	formatNPY   = format{"an NPY file", table, true, (*job).readNPY}
	formatNPZ   = format{"an NPZ file", table, true, (*job).readNPZ}
	formatIDX   = format{"an IDX file", table, true, (*job).readIDX}
	formatMAT   = format{"a MAT-file", table, true, (*job).readMAT}
	formatTS    = format{"a .ts file", table, false, (*job).readTS}
	formatARFF  = format{"an ARFF file", table, true, (*job).readARFF}
	formatEDF   = format{"an EDF file", table, true, (*job).readEDF}
	formatImage = format{"an image", images, false, (*job).readImages}
	formatWAV   = format{"a WAV file", sound, false, (*job).readWAV}
	formatFLAC  = format{"a FLAC file", sound, false, (*job).readFLAC}
)

// extensions are the formats by the end of a file's name.
var extensions = map[string]*format{
	".csv": &formatTable, ".tsv": &formatTable, ".tab": &formatTable, ".txt": &formatTable,
	".dat": &formatTable, ".data": &formatTable, ".asc": &formatTable,
	".parquet": &formatPQ, ".pq": &formatPQ,
	".npy": &formatNPY, ".npz": &formatNPZ, ".idx": &formatIDX, ".mat": &formatMAT, ".ts": &formatTS, ".arff": &formatARFF, ".edf": &formatEDF, ".bdf": &formatEDF,
	".wav": &formatWAV, ".flac": &formatFLAC,
	".png": &formatImage, ".jpg": &formatImage, ".jpeg": &formatImage,
}

// idxName is how files in the IDX format are named: digits-images-idx3-ubyte.
var idxName = regexp.MustCompile(`(?i)[-.]idx[1-8](-[a-z]+)?$`)

// formatByName is the format that a file's name tells, nil for none.
func formatByName(path string) *format {
	if idxName.MatchString(path) {
		return &formatIDX
	}
	return extensions[strings.ToLower(filepath.Ext(path))]
}

// magics are how files of the formats begin that begin in a way of their own.
var magics = []struct {
	text   string
	format *format
}{
	{npyMagic, &formatNPY}, {"RIFF", &formatWAV}, {"RF64", &formatWAV}, {"BW64", &formatWAV},
	{"MATLAB ", &formatMAT}, {"0       ", &formatEDF}, {"\xffBIOSEMI", &formatEDF}, {"PAR1", &formatPQ}, {"\x89PNG\r\n", &formatImage}, {"\xff\xd8\xff", &formatImage}, {"fLaC", &formatFLAC}, {"\x00\x00\x08\x03", &formatIDX}, {"\x00\x00\x08\x01", &formatIDX},
}

// formatByContent is the format that the first bytes of a file tell, nil for
// none: a file without an extension, or with an unknown one.
func formatByContent(d confine.Disk, path string) *format {
	f, err := d.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	var b [64]byte
	n, _ := io.ReadFull(f, b[:])
	for _, m := range magics {
		if bytes.HasPrefix(b[:n], []byte(m.text)) {
			return m.format
		}
	}
	return nil
}
