package datasets

import (
	"io"
	"regexp"

	"example.com/sfatui/datasets/confine"
	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/npy"
)

// supported says what is read, for messages.
const supported = "sfatui reads tables (.csv .tsv .txt .dat .parquet), arrays (.npy .npz .mat, IDX), time series (.ts .arff .edf), sound (.wav .flac), images (.png .jpg) and directories of such files"

// The formats that are read.
var (
	formatTable = format{name: "a table", kind: data.Table, columns: true, read: readTable,
		extensions: []string{".csv", ".tsv", ".tab", ".txt", ".dat", ".data", ".asc"}}
	formatPQ = format{name: "a Parquet file", kind: data.Table, columns: true, read: readParquet,
		extensions: []string{".parquet", ".pq"}, magic: []string{"PAR1"}}
	formatNPY = format{name: "an NPY file", kind: data.Table, columns: true, read: readNPY,
		extensions: []string{".npy"}, magic: []string{npy.Magic}}
	formatNPZ = format{name: "an NPZ file", kind: data.Table, columns: true, read: readNPZ,
		extensions: []string{".npz"}}
	formatMAT = format{name: "a MAT-file", kind: data.Table, columns: true, read: readMAT,
		extensions: []string{".mat"}, magic: []string{"MATLAB "}}
	formatIDX = format{name: "an IDX file", kind: data.Table, columns: true, read: readIDX,
		extensions: []string{".idx"}, pattern: idxName, magic: []string{"\x00\x00\x08\x03", "\x00\x00\x08\x01"}, companion: idxLabels}
	formatTS = format{name: "a .ts file", kind: data.Table, read: readTS,
		extensions: []string{".ts"}}
	formatARFF = format{name: "an ARFF file", kind: data.Table, columns: true, read: readARFF,
		extensions: []string{".arff"}}
	formatEDF = format{name: "an EDF file", kind: data.Table, columns: true, read: readEDF,
		extensions: []string{".edf", ".bdf"}, magic: []string{"0       ", "\xffBIOSEMI"}}
	formatImage = format{name: "an image", kind: data.Images, folder: true, read: readImages,
		extensions: []string{".png", ".jpg", ".jpeg"}, magic: []string{"\x89PNG\r\n", "\xff\xd8\xff"}}
	formatWAV = format{name: "a WAV file", kind: data.Sound, read: readWAV,
		extensions: []string{".wav"}, magic: []string{"RIFF", "RF64", "BW64"}}
	formatFLAC = format{name: "a FLAC file", kind: data.Sound, read: readFLAC,
		extensions: []string{".flac"}, magic: []string{"fLaC"}}
)

// idxName is how files in the IDX format are named: digits-images-idx3-ubyte.
var idxName = regexp.MustCompile(`(?i)[-.]idx[1-8](-[a-z]+)?$`)

// known are the formats that are read.
var known = formats{
	&formatTable, &formatPQ, &formatNPY, &formatNPZ, &formatMAT, &formatIDX, &formatTS, &formatARFF, &formatEDF,
	&formatImage, &formatWAV, &formatFLAC,
}

// formatByName is the format that a file's name tells, nil for none.
func formatByName(path string) *format { return known.match(path, nil) }

// formatByContent is the format that the first bytes of a file tell, nil for
// none: a file without an extension, or with an unknown one.
func formatByContent(d confine.Disk, path string) *format {
	f, err := d.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	var b [headSize]byte
	n, _ := io.ReadFull(f, b[:])
	return known.match(path, b[:n])
}
