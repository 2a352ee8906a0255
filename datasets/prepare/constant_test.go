package prepare

import (
	"math"
	"strings"
	"testing"

	"example.com/sfatui/datasets/data"
)

// No step turns a constant into a signal: the result of a constant is constant
// to rounding, in each column and over all rows.
func TestConstantsStayConstant(t *testing.T) {
	gap := math.NaN()
	for _, w := range []Options{
		{Fill: 3}, {Log: "log"}, {Log: "log1p"}, {Log: "signed"},
		{Resample: "3/4"}, {Resample: "4/3"}, {Resample: "1/4"}, {Resample: "x2"}, {Resample: "7/5"}, {Resample: "150Hz"}, {Resample: "999/1000"},
		{Normalise: "standard"}, {Normalise: "rms"}, {Normalise: "peak"},
		{STFT: "length=16,hop=3"}, {STFT: "length=16,values=magnitude"}, {STFT: "length=16,values=log"},
		{Fill: 2, Log: "log", Resample: "5/3", Normalise: "standard", STFT: "length=8,hop=2"},
		{Fill: 2, Log: "signed", Resample: "2/7", Normalise: "rms", STFT: "length=8,hop=2,values=power"},
	} {
		for _, k := range []float64{14.62, 1e-7, 1.0 / 3, 12345.678} {
			if w.Normalise == "peak" || w.Normalise == "rms" {
				k = 1e4 // the peak of all inputs
			}
			steps, err := Parse(w)
			if err != nil {
				t.Fatalf("%+v: %v", w, err)
			}
			m := &data.Raw{Inputs: []string{"a", "k"}, Rate: 100}
			r := &data.Recording{Name: "r", Rows: 300, X: make([]float64, 600), Fields: map[string]string{}}
			for i := range r.Rows {
				r.X[2*i], r.X[2*i+1] = 3+math.Sin(float64(i*i)), k
				if w.Fill > 0 && i%10 == 4 {
					r.X[2*i], r.X[2*i+1] = gap, gap
				}
			}
			m.Recordings = []*data.Recording{r}
			for _, s := range steps {
				if err := s.Apply(t.Context(), m, heap{}); err != nil {
					t.Fatalf("%+v: %v", w, err)
				}
			}
			looked, d := 0, len(m.Inputs)
			for c, name := range m.Inputs {
				if !strings.HasPrefix(name, "k") && !strings.Contains(name, "(k") {
					continue
				}
				for i, x := 0, m.Recordings[0].X; i < m.Recordings[0].Rows; i++ {
					if v := x[i*d+c]; !data.Steady(v, x[c]) {
						t.Fatalf("%+v: %s of %g is %.17g, and %.17g in row %d", w, name, k, x[c], v, i)
					}
					looked++
				}
			}
			if looked < 20 {
				t.Fatalf("%+v: inputs %v", w, m.Inputs)
			}
		}
	}
}
