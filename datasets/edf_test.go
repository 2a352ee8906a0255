package datasets

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/datasets/format/series"
	"example.com/sfatui/datasets/internal/check"
)

// edfFile describes an EDF file to build.
type edfFile struct {
	version, kind string
	records       int
	duration      string
	labels        []string
	samples       []int
	limits        [4]string // physical and digital; one for all signals
	body          []byte
}

func (f edfFile) build() string {
	var b strings.Builder
	put := func(width int, value any) {
		fmt.Fprintf(&b, "%-*v", width, value)
	}
	version := f.version
	if version == "" {
		version = "0"
	}
	ns := len(f.labels)
	b.WriteString(version + strings.Repeat(" ", 8-len(version)))
	put(176, "someone")
	put(8, 256*(ns+1))
	put(44, f.kind)
	put(8, f.records)
	put(8, f.duration)
	put(4, ns)
	for _, field := range []int{16, 80, 8, 8, 8, 8, 8, 80, 8, 32} {
		for i := range ns {
			var value any = ""
			switch {
			case field == 16:
				value = f.labels[i]
			case field == 8 && len(b.String())-256 >= 256*ns-40*ns:
				value = f.samples[i]
			case field == 8:
				value = ""
			}
			put(field, value)
		}
	}
	text := []byte(b.String())
	for i := range ns {
		for k, limit := range f.limits {
			copy(text[256+ns*(104+8*k)+8*i:], fmt.Sprintf("%-8s", limit))
		}
	}
	return string(text) + string(f.body)
}

// edfTest is two records of a second of two signals at 4 Hz, one at 2 Hz and
// annotations.
func edfTest(kind string, second string) edfFile {
	annotation := func(text string) []byte { return append([]byte(text), make([]byte, 16-len(text))...) }
	f := edfFile{kind: kind, records: 2, duration: "1", labels: []string{"EEG A", "Temp", "EEG A", "EDF Annotations"}, samples: []int{4, 2, 4, 8},
		limits: [4]string{"-100", "100", "-1000", "1000"}}
	for k, onset := range []string{"+0\x14\x14", second + "\x14\x14"} {
		f.body = append(f.body, pack("<i2", float64(10*k), float64(10*k+1), -2, 1000)...)
		f.body = append(f.body, pack("<i2", 7, 8)...)
		f.body = append(f.body, pack("<i2", 5, 6, 7, float64(8+k))...)
		f.body = append(f.body, annotation(onset)...)
	}
	return f
}

func TestEDF(t *testing.T) {
	s := mustOpen(t, Options{Paths: []string{write(t, "a.edf", edfTest("EDF+C", "+1").build())}})
	if n, d := s.X.Dims(); n != 8 || d != 2 || s.Rate != 4 || !slices.Equal(s.Inputs, []string{"EEG A", "EEG A 2"}) || len(s.Segments) != 1 {
		t.Fatalf("%v", s)
	}
	for at, want := range map[[2]int]float64{{0, 0}: 0, {1, 0}: .1, {2, 0}: -.2, {3, 0}: 100, {4, 0}: 1, {7, 1}: .9} {
		if got := s.X.At(at[0], at[1]); math.Abs(got-want) > 1e-12 {
			t.Errorf("%v is %g, want %g", at, got, want)
		}
	}
	if !hasNote(s, "another rate than 4 Hz left out: Temp (2 Hz)") || !hasNote(s, "annotations left out") {
		t.Errorf("%q", s.Notes)
	}
	s = mustOpen(t, Options{Paths: []string{write(t, "a.edf", edfTest("EDF+D", "+1.5").build())}, Drop: []string{"EEG A 2"}})
	if len(s.Segments) != 2 || s.Segments[1].Start != 4 || !hasNote(s, "1 gap in the recording") || len(s.Inputs) != 1 {
		t.Errorf("%v", s)
	}
	s = mustOpen(t, Options{Paths: []string{write(t, "a.edf", edfTest("EDF+D", "+1").build())}})
	if len(s.Segments) != 1 {
		t.Errorf("%v", s)
	}
	open := edfTest("", "+1")
	open.records = -1
	mustOpen(t, Options{Paths: []string{write(t, "a.edf", open.build())}})
	raw := edfTest("", "+1")
	raw.limits = [4]string{"0", "0", "0", "0"}
	if s = mustOpen(t, Options{Paths: []string{write(t, "a.edf", raw.build())}}); s.X.At(3, 0) != 1000 || !hasNote(s, "no calibration, digital values: EEG A") {
		t.Errorf("%v", s)
	}
	bdf := edfFile{version: "\xffBIOSEMI", records: 1, duration: "0.5", labels: []string{"A1"}, samples: []int{3},
		limits: [4]string{"-8388608", "8388607", "-8388608", "8388607"}, body: []byte{1, 0, 0, 0xff, 0xff, 0xff, 0, 0, 0x80}}
	s = mustOpen(t, Options{Paths: []string{write(t, "a.bdf", bdf.build())}})
	if n, _ := s.X.Dims(); n != 3 || s.Rate != 6 || math.Abs(s.X.At(0, 0)-1) > 1e-9 || math.Abs(s.X.At(1, 0)+1) > 1e-9 || math.Abs(s.X.At(2, 0)+8388608) > 1e-6 {
		t.Errorf("%v", s)
	}
}

func TestEDFErrors(t *testing.T) {
	whole := edfTest("", "+1")
	many, none, silent := whole, whole, whole
	many.records = 1 << 20
	none.records = 0
	silent.samples = []int{0, 0, 0, 8}
	for _, c := range []struct{ text, want string }{
		{"x", "not an EDF"}, {strings.Repeat("0", 400), "not an EDF"}, {many.build(), "claims 1048576 records, but 2 are there"},
		{none.build(), "no records"}, {silent.build(), "no signal has samples"}, {whole.build()[:500], "claims 4 signals"},
		{whole.build()[:1300], "claims 2 records, but 0"},
	} {
		failure(t, Options{Paths: []string{write(t, "a.edf", c.text)}}, false, "a.edf: ", c.want)
	}
}

func FuzzEDF(f *testing.F) {
	f.Add([]byte(edfTest("EDF+C", "+1").build()))
	f.Add([]byte(edfTest("EDF+D", "+1.5").build()))
	folder := f.TempDir()
	f.Fuzz(func(t *testing.T, b []byte) { check.Read(t, &series.EDF, folder, b) })
}
