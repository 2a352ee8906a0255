package series_test

import (
	"testing"

	"example.com/sfatui/datasets/format/series"
	"example.com/sfatui/datasets/internal/check"
	"example.com/sfatui/datasets/internal/sample"
)

func FuzzEDF(f *testing.F) {
	f.Add([]byte(sample.EDFTest("EDF+C", "+1").Build()))
	f.Add([]byte(sample.EDFTest("EDF+D", "+1.5").Build()))
	folder := f.TempDir()
	f.Fuzz(func(t *testing.T, b []byte) { check.Read(t, &series.EDF, folder, b) })
}

func FuzzTS(f *testing.F) {
	for _, text := range []string{sample.TSHead + "@dimensions 2\n@classLabel true a b\n@data\n1,2:3,?:a\n", "@targetlabel true\n@data\n1,2:0.5\n", "@data\n1:2\n?,1:2,?\n"} {
		f.Add(text)
	}
	folder := f.TempDir()
	f.Fuzz(func(t *testing.T, text string) { check.Read(t, &series.TS, folder, []byte(text)) })
}

func FuzzARFF(f *testing.F) {
	for _, text := range []string{sample.Iris, "@attribute r relational\n@end r\n@attribute c {a}\n@data\n'1,2\\n3,4',a\n",
		"@attribute att0 real\n@attribute att1 real\n@attribute c {1,2}\n@data\n1,?,2\n{1 2}\n"} {
		f.Add(text)
	}
	folder := f.TempDir()
	f.Fuzz(func(t *testing.T, text string) { check.Read(t, &series.ARFF, folder, []byte(text)) })
}
