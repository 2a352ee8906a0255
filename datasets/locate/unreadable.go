package locate

import (
	"bytes"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"example.com/sfatui/datasets/format/unpack"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/datasets/sandbox"
)

// unreadable lists file types that are not read, by extension or magic bytes,
// with advice. FILE stands for the file's name and BARE for it without the
// extension.
var unreadable = []struct {
	what       string
	extensions []string
	magic      string
	advice     string
}{
	{"an HDF5 file", []string{".h5", ".hdf5", ".hdf", ".he5", ".nc", ".nc4"}, hdf5Magic, hdf5Advice},
	{"an Excel workbook", []string{".xlsx", ".xlsm"}, "", "save the sheet as CSV there, or with soffice --headless --convert-to csv FILE"},
	{"a spreadsheet", []string{".xls", ".ods"}, "", "save the sheet as CSV there, or with soffice --headless --convert-to csv FILE"},
	{"an Excel workbook of the format until 2003", nil, "\xd0\xcf\x11\xe0", "save the sheet as CSV there, or with soffice --headless --convert-to csv FILE"},
	{"a Matrix Market file", []string{".mtx"}, "%%MatrixMarket", `write it as NPZ: python3 -c "import numpy, scipy.io, scipy.sparse as s; x = scipy.io.mmread('FILE'); numpy.savez('BARE.npz', X=x.toarray() if s.issparse(x) else x)"`},
	{"a LabVIEW measurement", []string{".lvm"}, "LabVIEW Measurement", "take out the lines above the names, with sed -n '/^X_Value/,$p' FILE > BARE.tsv"},
	{"a LabVIEW file (TDMS)", []string{".tdms"}, "TDSm", `write it as CSV: python3 -c "import nptdms; nptdms.TdmsFile.read('FILE').as_dataframe().to_csv('BARE.csv')"`},
	{"an Avro file", []string{".avro"}, "Obj\x01", `write it as Parquet: python3 -c "import fastavro, pandas; pandas.DataFrame.from_records(list(fastavro.reader(open('FILE', 'rb')))).to_parquet('BARE.parquet')"`},
	{"an ORC file", []string{".orc"}, "ORC", `write it as Parquet: python3 -c "import pandas; pandas.read_orc('FILE').to_parquet('BARE.parquet')"`},
	{"a file of Python objects (pickle)", []string{".pkl", ".pickle"}, "\x80", `write the array as NPZ: python3 -c "import numpy, pickle; numpy.savez('BARE.npz', X=pickle.load(open('FILE', 'rb')))"`},
	{"an R data file", []string{".rds", ".rdata", ".rda"}, "", "write it in R with write.csv(X, 'BARE.csv', row.names = FALSE)"},
	{"a classic NetCDF file", []string{".nc", ".cdf"}, "CDF", `write the variable as NPZ: python3 -c "import numpy, scipy.io; numpy.savez('BARE.npz', X=scipy.io.netcdf_file('FILE').variables['NAME'][:])"`},
	{"an SQLite database", []string{".db", ".sqlite", ".sqlite3"}, "SQLite format 3", "write the table as CSV, with sqlite3 -header -csv FILE 'select * from TABLE' > BARE.csv"},
	{"a Feather or Arrow file", []string{".feather", ".arrow"}, "ARROW1", `write it as Parquet: python3 -c "import pandas; pandas.read_feather('FILE').to_parquet('BARE.parquet')"`},
	{"a zip archive, perhaps a workbook", []string{".zip"}, "PK\x03\x04", "unpack it first, with unzip -d BARE FILE, and open the folder BARE; save the sheet of a workbook as CSV"},
	{"a tar archive", []string{".tar", ".tgz"}, "", "unpack it first, with tar -xf FILE, and open what is in it"},
	{"a bzip2 file", []string{".bz2"}, "BZh", "unpack it first, with bunzip2 FILE"},
	{"a xz file", []string{".xz"}, "\xfd7zXZ", "unpack it first, with unxz FILE"},
	{"a lz4 file", []string{".lz4"}, "\x04\"M\x18", "unpack it first, with unlz4 FILE"},
	{"a compress file", []string{".z"}, "\x1f\x9d", "unpack it first, with gunzip FILE"},
	{"a Brotli file", []string{".br"}, "", "unpack it first, with brotli -d FILE"},
	{"a RAR archive", []string{".rar"}, "Rar!", "unpack it first, with unrar x FILE"},
	{"a 7-Zip archive", []string{".7z"}, "7z\xbc\xaf", "unpack it first, with 7z x FILE"},
	{"sound", []string{".mp3", ".ogg", ".opus", ".m4a", ".aac", ".wma"}, "", "convert it, with ffmpeg -i FILE BARE.wav"},
	{"sound", []string{".aiff", ".aif", ".au", ".snd", ".caf", ".w64"}, "", "convert it, with sox FILE BARE.wav"},
	{"an image", []string{".gif", ".bmp", ".tif", ".tiff"}, "", imageAdvice},
	{"an image (GIF)", nil, "GIF8", imageAdvice},
	{"an image (WebP)", []string{".webp"}, "", imageAdvice},
	{"a video", []string{".mp4", ".avi", ".mov", ".mkv", ".webm"}, "", "write its frames as images, with ffmpeg -i FILE BARE-%05d.png into a folder"},
	{"a JSON file", []string{".json", ".jsonl", ".ndjson"}, "{", jsonAdvice},
	{"a JSON file", nil, "{\"", jsonAdvice},
	{"a JSON file", nil, "[", jsonAdvice},
	{"a Git LFS pointer", nil, "version https://git-lfs", "fetch the file that it refers to, with git lfs pull"},
	{"XML", []string{".xml"}, "<?xml", "write its numbers as CSV, a sample a row"},
	{"an HTML page", []string{".html", ".htm"}, "<!", "this is a page, perhaps about the data: fetch the data itself"},
	{"an HTML page", nil, "<html", "this is a page, perhaps about the data: fetch the data itself"},
	{"a PDF document", []string{".pdf"}, "%PDF", "fetch the data that it describes as a table"},
	{"a BrainVision header", []string{".vhdr"}, "", mneAdvice},
	{"the markers of a BrainVision recording", []string{".vmrk"}, "", headerAdvice},
	{"a BrainVision recording", []string{".eeg"}, "", headerAdvice},
	{"an MNE recording", []string{".fif"}, "\x00\x00\x00\x64\x00\x00\x00\x1f", mneAdvice},
	{"a General Data Format recording", []string{".gdf"}, "", mneAdvice},
	{"a PhysioNet recording (WFDB)", []string{".hea"}, "", wfdbAdvice},
	{"a Lab Streaming Layer recording", []string{".xdf", ".xdfz"}, "XDF:", `write a stream as NPZ: python3 -c "import numpy, pyxdf; s = [s for s in pyxdf.load_xdf('FILE')[0] if not isinstance(s['time_series'], list)]; numpy.savez('BARE.npz', X=s[0]['time_series'])", where s[1] is the next stream of numbers`},
	{"a motion recording (C3D)", []string{".c3d"}, "", `write the markers as NPZ: python3 -c "import ezc3d, numpy; p = ezc3d.c3d('FILE')['data']['points'][:3]; numpy.savez('BARE.npz', X=p.transpose(2, 1, 0).reshape(p.shape[2], -1))"`},
	{"a motion recording (BVH)", []string{".bvh"}, "HIERARCHY", "take the rows of numbers out, with sed -n '/^Frame Time/,$p' FILE | sed 1d > BARE.txt"},
	{"a ROS bag", []string{".bag"}, "#ROSBAG", "write a topic as CSV, with rostopic echo -b FILE -p /TOPIC > BARE.csv, where rosbag info FILE lists the topics"},
	{"a Monash forecasting set (.tsf)", []string{".tsf"}, "", `write a file for each series into a folder: python3 -c "import os; os.makedirs('BARE', exist_ok=True); [open('BARE/%d.csv' % i, 'w').write(l.rsplit(':', 1)[1].strip().replace(',', chr(10))) for i, l in enumerate(x for x in open('FILE', encoding='latin1') if x[0] not in '#@' and ':' in x)]"`},
	{"an SPSS, Stata or SAS file", []string{".sav", ".dta", ".sas7bdat"}, "", "save it as CSV there, or with Python's pandas"},
}

// The magic bytes of HDF5, and advice that several types share.
const (
	hdf5Magic    = "\x89HDF\r\n\x1a\n"
	hdf5Advice   = `write the array as NPZ: python3 -c "import h5py, numpy; numpy.savez('BARE.npz', X=h5py.File('FILE')['NAME'][()])", where h5ls -r FILE lists the names`
	imageAdvice  = "convert it to PNG, with convert FILE BARE.png"
	headerAdvice = `open its header instead: python3 -c "import mne; mne.io.read_raw('BARE.vhdr').to_data_frame().to_csv('BARE.csv', index=False)"`
	mneAdvice    = `write it as CSV: python3 -c "import mne; mne.io.read_raw('FILE').to_data_frame().to_csv('BARE.csv', index=False)"`
	wfdbAdvice   = `write it as CSV: python3 -c "import pandas, wfdb; r = wfdb.rdrecord('BARE'); pandas.DataFrame(r.p_signal, columns=r.sig_name).to_csv('BARE.csv', index=False)"`
	jsonAdvice   = `write it as CSV: python3 -c "import pandas; pandas.read_json('FILE', lines=True).to_csv('BARE.csv', index=False)", without lines=True where it is one list`
)

// begins holds patterns of beginnings that vary, by type.
var begins = map[string]*regexp.Regexp{
	"a motion recording (C3D)":               regexp.MustCompile(`\A\x02P`),
	"a General Data Format recording":        regexp.MustCompile(`\AGDF [0-9]\.`),
	"a BrainVision header":                   regexp.MustCompile(`\ABrain ?Vision Data Exchange Header`),
	"the markers of a BrainVision recording": regexp.MustCompile(`\ABrain ?Vision Data Exchange Marker`),
	"a PhysioNet recording (WFDB)":           regexp.MustCompile(`\A(?:#.*\n)*\S+ \d+ [\d.]+.*\n(?:#.*\n)*\S+\.(?:dat|mat|bin) \d+`),
	"a Monash forecasting set (.tsf)":        regexp.MustCompile(`(?ims)^@attribute\s.*^@(?:frequency|horizon|equallength)\b|^@attribute\s+series_name\s+string`),
	"an image (WebP)":                        regexp.MustCompile(`(?s)\ARIFF....WEBP`),
}

// noText reports whether no text of numbers begins with magic: it is a
// distinctive sign, rather than letters that may name a column.
func noText(magic string) bool {
	return len(magic) > 3 || strings.HasPrefix(magic, "<") || magic == "{\""
}

// isUnsupported reports whether a file begins like an unsupported type and not
// like a text of numbers.
func isUnsupported(head []byte) bool {
	begun := bytes.TrimLeft(head, leadingSpace)
	for _, begin := range begins {
		if begin.Match(begun) {
			return true
		}
	}
	for _, u := range unreadable {
		if noText(u.magic) && bytes.HasPrefix(begun, []byte(u.magic)) {
			return true
		}
	}
	return false
}

// leadingSpace holds what may come before the beginning of a text.
const leadingSpace = " \t\r\n\ufeff"

// avoidOverwrite returns a piece of advice whose command does not overwrite the file
// that it reads, which has the extension ext.
func avoidOverwrite(advice, ext string) string {
	if ext == "" {
		return advice
	}
	return strings.ReplaceAll(advice, "BARE"+ext, "BARE-new"+ext)
}

// refuse returns the error, with advice, of a file that no format reads; nil if
// its type is unknown. Content outweighs the name.
func refuse(path string, head []byte) error {
	ext := strings.ToLower(filepath.Ext(unpack.TrimName(path)))
	named := -1 // index by extension
	begun := bytes.TrimLeft(head, leadingSpace)
	for i, u := range unreadable {
		called := false
		for _, e := range u.extensions {
			called = called || e == ext
		}
		if called && named < 0 {
			named = i
		}
		begin := begins[u.what]
		if (u.magic == "" || !bytes.HasPrefix(begun, []byte(u.magic))) && (begin == nil || !begin.Match(begun)) {
			continue
		}
		if u.magic == "PK\x03\x04" && !called && named >= 0 { // workbooks are zip archives
			continue
		}
		if byName := u.advice == mneAdvice || u.advice == wfdbAdvice; byName && !called {
			renamed := strings.TrimSuffix(path, filepath.Ext(path)) + u.extensions[0]
			return fmt.Errorf("%s is %s, which is not supported: rename it to %s, then %s", message.Clean(path), u.what, message.Clean(filepath.Base(renamed)), message.Command(u.advice, renamed))
		}
		return unread(path, u.what, u.advice, ext)
	}
	if named < 0 {
		return nil
	}
	u := unreadable[named]
	if u.magic != "" && len(u.magic) > 1 {
		return fmt.Errorf("%s is called %s but does not begin like one: it is damaged or something else; fetch or write it again", message.Clean(path), u.what)
	}
	return unread(path, u.what, u.advice, ext)
}

// unread returns the error of a file type that is not read, with the advice for
// it.
func unread(path, what, advice, ext string) error {
	return fmt.Errorf("%s is %s, which is not supported: %s", message.Clean(path), what, message.Command(avoidOverwrite(advice, ext), path))
}

// headers holds the extensions of header files whose numbers are in another
// file of the same name.
var headers = []string{".hea", ".vhdr"}

// refuseSignals returns the error of a binary file if a header next to it
// describes it; nil without one.
func refuseSignals(disk sandbox.Disk, path string, head []byte) error {
	if bytes.IndexByte(head, 0) < 0 {
		return nil
	}
	for _, ext := range headers {
		header := strings.TrimSuffix(path, filepath.Ext(path)) + ext
		if _, err := disk.Stat(header); err == nil {
			return refuse(header, nil)
		}
	}
	return nil
}
