package prepare

import (
	"errors"
	"math"
	"testing"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
)

// heap returns memory without a limit.
type heap struct{}

func (heap) Hold(int, string) error          { return nil }
func (heap) Floats(n int) ([]float64, error) { return make([]float64, n), nil }

// FuzzSteps parses any text as each step of the preparation and applies a valid
// one to a small table: nothing may panic, and an invalid text is a usage
// error.
func FuzzSteps(f *testing.F) {
	for _, s := range []string{"length=8,hop=2,values=log", "100Hz", "1/4", "x2", "signed", "l=3,delta=2", "standard", "x1e-300", "9999/9998"} {
		f.Add(s, uint8(0))
	}
	f.Fuzz(func(t *testing.T, text string, which uint8) {
		w, embed := Options{Fill: 3}, ""
		*[...]*string{&w.STFT, &w.Resample, &w.Log, &embed, &w.Normalise}[which%5] = text
		steps, err := Parse(w)
		e := &Embedding{}
		if err == nil {
			e, err = ParseEmbedding(embed)
		}
		var ue *message.UsageError
		if err != nil {
			if !errors.As(err, &ue) || message.Clean(err.Error()) != err.Error() {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		m := &data.Raw{Inputs: []string{"a", "b"}, Rate: 2}
		r := &data.Recording{Name: "r", Rows: 40, X: make([]float64, 80), Labels: make([]string, 40), Target: make([]float64, 40), Fields: map[string]string{}}
		for i := range r.X {
			r.X[i] = float64(i % 7)
		}
		m.Recordings = []*data.Recording{r}
		for _, s := range steps {
			if to, ok := s.(resampling); ok && (to.rate > 1e4 || to.factor > 1e4) {
				return // it requests unlimited memory
			}
			if s.Apply(t.Context(), m, heap{}) != nil {
				return
			}
		}
		if e == nil {
			return
		}
		for _, r := range m.Recordings {
			n := e.Windows(r.Rows)
			if d := len(m.Inputs) * e.Width(); len(e.Names(m.Inputs)) != d || n < 0 || n > r.Rows {
				t.Fatalf("%q: %d windows of %d values", text, n, d)
			}
			for _, v := range r.X {
				if math.IsNaN(v) {
					t.Fatalf("%q: NaN", text)
				}
			}
		}
	})
}
