package datasets_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/confine"
	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/npy"
)

// A glance tells rows and columns as reading does, estimates those of a long table, and
// of what is damaged or unknown says nothing.
func TestGlance(t *testing.T) {
	wav := "RIFF\x34\x00\x00\x00WAVEfmt \x10\x00\x00\x00\x01\x00\x02\x00\x40\x1f\x00\x00\x00\x7d\x00\x00\x04\x00\x10\x00data\x10\x00\x00\x00" + strings.Repeat("\x01\x00", 8)
	long := "a,b\n" + strings.Repeat("10.5,20.25\n", 600_000)
	for _, c := range []struct {
		name, text string
		want       format.Extent
		fails      bool
	}{
		{name: "a.csv", text: "time,x,who\n0,1.5,ann\n1,2.5,bob\n2,3.5,ann\n", want: format.Extent{Rows: 3, Columns: 3, Texts: 1}},
		{name: "title.csv", text: "my data\nx,y,z\n1,2,3\n4,5,6\n7,8,9\n", want: format.Extent{Rows: 3, Columns: 3}},
		{name: "bare.dat", text: "1 2\n3 4\n5 6", want: format.Extent{Rows: 3, Columns: 2}},
		{name: "a.npy", text: string(npy.Append(nil, "<f8", 7, 3)) + strings.Repeat("\x00", 7*3*8), want: format.Extent{Rows: 7, Columns: 3}},
		{name: "a.wav", text: wav, want: format.Extent{Rows: 4, Columns: 2, Rate: 8000, Seconds: 4.0 / 8000}},
		{name: "cut.npy", text: "\x93NUMPY", fails: true},
		{name: "empty.csv", fails: true},
		{name: "a.csv.gz", text: "\x1f\x8b"},
		{name: "letter.doc", text: "dear"},
		{name: "long.csv", text: long, want: format.Extent{Rows: 600_000, Columns: 2, About: true}},
	} {
		path := filepath.Join(t.TempDir(), c.name)
		if err := os.WriteFile(path, []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		got, err := datasets.Glance(t.Context(), confine.Disk{}, path)
		if (err != nil) != c.fails || err == nil && got != c.want {
			t.Errorf("%s: %+v, %v; want %+v", c.name, got, err, c.want)
		}
	}
}
