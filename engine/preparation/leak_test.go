package preparation

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/split"
	"gonum.org/v1/gonum/floats"
)

// What is trained on does not depend on test rows, whatever the steps of the preparation: of
// two series that differ in the test block alone the training parts are equal.
func TestTestRowsDoNotReachTrainingRows(t *testing.T) {
	const n = 1200
	write := func(scale float64) string { // of the last half
		var b strings.Builder
		b.WriteString("a,b\n")
		for i := range n {
			by := 1.0
			if i >= n/2 {
				by = scale
			}
			fmt.Fprintf(&b, "%g,", by*(math.Sin(float64(i)/7)+2))
			if i%9 != 5 { // else it is missing, as in the last row of the half
				fmt.Fprintf(&b, "%g", by*math.Cos(float64(i*i)))
			}
			b.WriteString("\n")
		}
		path := filepath.Join(t.TempDir(), "x.csv")
		if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	a, b := write(1), write(5)
	for _, o := range []datasets.Options{
		{}, {Resample: "1/2"}, {Resample: "3/2"}, {Normalise: "standard"}, {Normalise: "rms"}, {Normalise: "peak"}, {Log: "signed"},
		{STFT: "length=16,hop=4"}, {Embed: "l=9,epsilon=2,delta=1"}, {Resample: "1/2", Normalise: "standard"},
		{Resample: "2/3", STFT: "length=16,hop=4", Embed: "l=3,epsilon=1,delta=1", Normalise: "none"}, {Log: "signed", Normalise: "rms"},
		{Normalise: "peak", Embed: "l=9,epsilon=2,delta=1"}, {Resample: "1/2", Normalise: "peak", Embed: "l=4,epsilon=1,delta=1"},
	} {
		o.Missing = "interpolate:2"
		var trained [2]Part
		for i, path := range []string{a, b} {
			o.Paths = []string{path}
			set, err := datasets.Open(t.Context(), o, nil)
			if err != nil {
				t.Fatalf("%+v: %v", o, err)
			}
			dealt, err := split.Dealt(set, split.Options{Folds: 2}, "last")
			if err != nil {
				t.Fatalf("%+v: %v", o, err)
			}
			folds, err := split.Folds(set, dealt)
			if err != nil {
				t.Fatalf("%+v: %v", o, err)
			}
			for _, f := range folds {
				if f.Test[0].Start > 0 { // the last half
					if trained[i], err = Gather(t.Context(), set, f.Train); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
		x, y := trained[0].X, trained[1].X
		if x == nil || y == nil {
			t.Fatalf("%+v: nothing is trained on", o)
		}
		tolerance := 0.0
		if o.Normalise != "" { // a part is scaled again, behind the whole: to rounding
			tolerance = 1e-12
		}
		rows, _ := x.Dims()
		for i := range rows {
			if d := floats.Distance(x.RawRowView(i), y.RawRowView(i), math.Inf(1)); !(d <= tolerance) {
				t.Fatalf("%+v: row %d of %d differs by %g", o, i, rows, d)
			}
		}
	}
}
