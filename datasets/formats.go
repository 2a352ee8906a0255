package datasets

import (
	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/format/array"
	"example.com/sfatui/datasets/format/columnar"
	"example.com/sfatui/datasets/format/images"
	"example.com/sfatui/datasets/format/series"
	"example.com/sfatui/datasets/format/sound"
	"example.com/sfatui/datasets/format/table"
)

// known are the formats that are read. Where two tell a file from its name or
// from its content, the first one has it.
var known = format.List{
	&table.CSV, &columnar.Parquet, &array.NPY, &array.NPZ, &array.MAT, &images.IDX, &series.TS, &series.ARFF, &series.EDF,
	&sound.WAV, &sound.FLAC, &images.Image,
}

// Register adds a format behind those that are known, before any set is opened.
func Register(f *format.Format) { known = append(known, f) }
