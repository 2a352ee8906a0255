package datasets

import (
	"math"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/datasets/internal/sample"
)

func TestEDF(t *testing.T) {
	s := mustOpen(t, Options{Paths: []string{write(t, "a.edf", sample.EDFTest("EDF+C", "+1").Build())}})
	if n, d := s.X.Dims(); n != 8 || d != 2 || s.Rate != 4 || !slices.Equal(s.Inputs, []string{"EEG A", "EEG A 2"}) || len(s.Segments) != 1 {
		t.Fatalf("%v", s)
	}
	for at, want := range map[[2]int]float64{{0, 0}: 0, {1, 0}: .1, {2, 0}: -.2, {3, 0}: 100, {4, 0}: 1, {7, 1}: .9} {
		if got := s.X.At(at[0], at[1]); math.Abs(got-want) > 1e-12 {
			t.Errorf("%v is %g, want %g", at, got, want)
		}
	}
	if !hasNote(s, "a rate other than 4 Hz left out: Temp (2 Hz)") || hasNote(s, "annotation") {
		t.Errorf("%q", s.Notes)
	}
	s = mustOpen(t, Options{Paths: []string{write(t, "a.edf", sample.EDFTest("EDF+D", "+1.5").Build())}, Drop: []string{"EEG A 2"}})
	if len(s.Segments) != 2 || s.Segments[1].Start != 4 || !hasNote(s, "1 gap in the recording") || len(s.Inputs) != 1 {
		t.Errorf("%v", s)
	}
	s = mustOpen(t, Options{Paths: []string{write(t, "a.edf", sample.EDFTest("EDF+D", "+1").Build())}})
	if len(s.Segments) != 1 {
		t.Errorf("%v", s)
	}
	open := sample.EDFTest("", "+1")
	open.Records = -1
	mustOpen(t, Options{Paths: []string{write(t, "a.edf", open.Build())}})
	raw := sample.EDFTest("", "+1")
	raw.Limits = [4]string{"0", "0", "0", "0"}
	if s = mustOpen(t, Options{Paths: []string{write(t, "a.edf", raw.Build())}}); s.X.At(3, 0) != 1000 || !hasNote(s, "no calibration, digital values: EEG A") {
		t.Errorf("%v", s)
	}
	bdf := sample.EDF{Version: "\xffBIOSEMI", Records: 1, Duration: "0.5", Labels: []string{"A1"}, Samples: []int{3},
		Limits: [4]string{"-8388608", "8388607", "-8388608", "8388607"}, Body: []byte{1, 0, 0, 0xff, 0xff, 0xff, 0, 0, 0x80}}
	s = mustOpen(t, Options{Paths: []string{write(t, "a.bdf", bdf.Build())}})
	if n, _ := s.X.Dims(); n != 3 || s.Rate != 6 || math.Abs(s.X.At(0, 0)-1) > 1e-9 || math.Abs(s.X.At(1, 0)+1) > 1e-9 || math.Abs(s.X.At(2, 0)+8388608) > 1e-6 {
		t.Errorf("%v", s)
	}
}

func TestEDFErrors(t *testing.T) {
	whole := sample.EDFTest("", "+1")
	many, none, silent := whole, whole, whole
	many.Records = 1 << 20
	none.Records, none.Body = 0, nil
	silent.Samples = []int{0, 0, 0, 8}
	for _, c := range []struct{ text, want string }{
		{"x", "not an EDF"}, {strings.Repeat("0", 400), "not an EDF"}, {many.Build(), "claims 1048576 records, but 2 are there"},
		{none.Build(), "no records"}, {silent.Build(), "no signal has samples"}, {whole.Build()[:500], "claims 4 signals"},
		{whole.Build()[:1300], "claims 2 records, but 0"},
	} {
		failure(t, Options{Paths: []string{write(t, "a.edf", c.text)}}, false, "a.edf: ", c.want)
	}
}

// Columns of another rate are read if they are named, triggers if they are
// requested, and records beyond the claimed number in any case.
func TestEDFSignals(t *testing.T) {
	path := func(change func(f *sample.EDF)) string {
		f := sample.EDFTest("EDF+C", "+1\x14\x14\x00+1\x14hit")
		change(&f)
		return write(t, "a.edf", f.Build())
	}
	plain := path(func(*sample.EDF) {})
	if s := mustOpen(t, Options{Paths: []string{plain}}); !hasNote(s, "1 annotation left out") {
		t.Errorf("annotations: notes %q", s.Notes)
	}
	s := mustOpen(t, Options{Paths: []string{plain}, Columns: []string{"Temp"}})
	if n, d := s.X.Dims(); n != 4 || d != 1 || s.Rate != 2 {
		t.Errorf("another rate: %d×%d, rate %g", n, d, s.Rate)
	}
	failure(t, Options{Paths: []string{plain}, Columns: []string{"Temp", "EEG A"}}, true, "name signals of one rate")

	failure(t, Options{Paths: []string{plain}, Label: "Temp"}, true, "the signal Temp has 2 Hz, but the inputs have 4 Hz")
	if s := mustOpen(t, Options{Paths: []string{plain}, Drop: []string{"Temp"}}); hasNote(s, "Temp") {
		t.Errorf("a signal left out by hand is noted: %q", s.Notes)
	}
	unclaimed := path(func(f *sample.EDF) { f.Records, f.Duration = 0, "0,5" })
	if s := mustOpen(t, Options{Paths: []string{unclaimed}}); s.Rate != 8 || !hasNote(s, "2 records more than the header claims") {
		t.Errorf("no record is claimed: rate %g, notes %q", s.Rate, s.Notes)
	}
	for _, label := range []string{"Trigger Event", "trigger1", "DIN1", "STI 014", "Stim"} {
		of := path(func(f *sample.EDF) { f.Labels[2] = label })
		if s := mustOpen(t, Options{Paths: []string{of}}); len(s.Inputs) != 1 {
			t.Errorf("%s is no trigger: inputs %q", label, s.Inputs)
		}
	}
	only := path(func(f *sample.EDF) { f.Labels[0], f.Labels[1], f.Labels[2] = "Status", "Marker", "Status" })
	failure(t, Options{Paths: []string{only}}, false, "only triggers have samples", "--columns Status")

	status := path(func(f *sample.EDF) { f.Labels[2] = "Status" })
	if s := mustOpen(t, Options{Paths: []string{status}}); len(s.Inputs) != 1 || !hasNote(s, "triggers are not inputs: Status") {
		t.Errorf("a trigger: inputs %q, notes %q", s.Inputs, s.Notes)
	}
	if s := mustOpen(t, Options{Paths: []string{status}, Label: "Status"}); len(s.Inputs) != 1 || len(s.Classes) != 5 {
		t.Errorf("a trigger as the label: inputs %q, classes %q", s.Inputs, s.Classes)
	}
	if s := mustOpen(t, Options{Paths: []string{status}, Columns: []string{"Status"}}); len(s.Inputs) != 1 || s.Inputs[0] != "Status" {
		t.Errorf("a trigger as an input: %q", s.Inputs)
	}

	long := path(func(f *sample.EDF) { f.Records = 1 })
	s = mustOpen(t, Options{Paths: []string{long}})
	if n, _ := s.X.Dims(); n != 8 || !hasNote(s, "1 record more than the header claims: all 2 are read") {
		t.Errorf("%d samples, notes %q", n, s.Notes)
	}

	torn := write(t, "a.edf", sample.EDFTest("EDF+C", "+1").Build()+"abc")
	s = mustOpen(t, Options{Paths: []string{torn}})
	if n, _ := s.X.Dims(); n != 8 || !hasNote(s, "3 bytes after the last complete record left out") {
		t.Errorf("a record cut short: %d samples, notes %q", n, s.Notes)
	}
}
