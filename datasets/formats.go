package datasets

import (
	"path/filepath"
	"strings"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/format/array"
	"example.com/sfatui/datasets/format/columnar"
	"example.com/sfatui/datasets/format/images"
	"example.com/sfatui/datasets/format/series"
	"example.com/sfatui/datasets/format/sound"
	"example.com/sfatui/datasets/format/table"
	"example.com/sfatui/datasets/locate"
)

// allFormats lists the formats that are read. If several recognise a file, the
// first one reads it.
var allFormats = format.List{
	&table.CSV, &columnar.Parquet, &array.NPY, &array.NPZ, &array.MAT, &images.IDX, &series.TS, &series.ARFF, &series.EDF,
	&sound.WAV, &sound.FLAC, &images.Image,
}

// Register appends a format to the known ones. Call it before any set is
// opened.
func Register(f *format.Format) { allFormats = append(allFormats, f) }

// Format describes a file format: its name, its family and its file name
// extensions.
type Format struct {
	Name, Family string // as in "an NPY file", "arrays"
	Extensions   []string
}

// Formats returns the formats that are read, in the order of recognition.
func Formats() []Format {
	var out []Format
	for _, f := range allFormats {
		out = append(out, Format{f.Name, f.Family, f.Extensions})
	}
	return out
}

// Recognise returns the format of a file by its name, such as "a table", or ""
// if it is not read. byFolder is true for sound and images, of which a folder
// is one data set.
func Recognise(path string) (what string, byFolder bool) {
	base := filepath.Base(path)
	if strings.HasPrefix(base, ".") || locate.AboutFile.MatchString(base) {
		return "", false
	}
	f := allFormats.Match(base, nil)
	if f == nil {
		return "", false
	}
	return f.Name, f.Kind != data.Table
}
