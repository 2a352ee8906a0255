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

// known are the formats that are read. Where two tell a file from its name or
// from its content, the first one has it.
var known = format.List{
	&table.CSV, &columnar.Parquet, &array.NPY, &array.NPZ, &array.MAT, &images.IDX, &series.TS, &series.ARFF, &series.EDF,
	&sound.WAV, &sound.FLAC, &images.Image,
}

// Register adds a format behind those that are known, before any set is opened.
func Register(f *format.Format) { known = append(known, f) }

// Format is what files of a kind are called, the family that they are of, and the ends of
// their names.
type Format struct {
	Name, Family string // as in "an NPY file", "arrays"
	Extensions   []string
}

// Formats are the formats that are read, in the order in which files are told apart.
func Formats() []Format {
	var out []Format
	for _, f := range known {
		out = append(out, Format{f.Name, f.Family, f.Extensions})
	}
	return out
}

// Recognise says what a file is by its name, such as "a table", "" for one that
// is not read. Of sound and images a folder is one data set: then byFolder is
// true.
func Recognise(path string) (what string, byFolder bool) {
	base := filepath.Base(path)
	if strings.HasPrefix(base, ".") || locate.AboutFile.MatchString(base) {
		return "", false
	}
	f := known.Match(base, nil)
	if f == nil {
		return "", false
	}
	return f.Name, f.Kind != data.Table
}
