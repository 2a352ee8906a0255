package simd

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/blas/blas64"
)

// The matrix with 2 on the diagonal and -1 beside it has the eigenvectors
// sin(ikπ/(n+1)).
func TestTwistedKnownVectors(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		for _, n := range lengths[1:] {
			d, e := make([]float64, n), make([]float64, n-1)
			for i := range d {
				d[i] = 1
			}
			for i := range e {
				e[i] = -0.5
			}
			m := NewTwisted(d, e)
			room := numbers(31, m.WorkspaceSize())
			for from := 0; from < n; from += TwistedLanes {
				rows := min(TwistedLanes, n-from)
				values := make([]float64, rows)
				for k := range values {
					values[k] = 1 - math.Cos(float64(from+k+1)*math.Pi/float64(n+1))
				}
				x := blas64.General{Rows: rows, Cols: n, Stride: n + 3, Data: numbers(32, rows*(n+3))}
				m.VectorsTo(x, values, room)
				pastEnd(t, len(room), room)
				for k := range values {
					row := x.Data[k*x.Stride:][:n]
					scale := math.Copysign(math.Sqrt(2/float64(n+1)), row[0])
					for i, v := range row {
						want := scale * math.Sin(float64((from+k+1)*(i+1))*math.Pi/float64(n+1))
						if !(math.Abs(v-want) <= 1e-11) {
							t.Fatalf("n=%d: entry %d of vector %d is %v, want %v", n, i, from+k, v, want)
						}
					}
				}
			}
		}
	})
}

// Pivots that are exactly zero, parts that nothing joins, numbers that vanish.
func TestTwistedOfMatricesThatFallApart(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		for name, m := range map[string]struct {
			d, e   []float64
			values []float64
		}{
			"diagonal":    {[]float64{1, 0.5, 0.25}, []float64{0, 0}, []float64{0.25, 0.5, 1}},
			"blocks":      {[]float64{0, 0, 0.25, 0.25}, []float64{1, 0, 0.5}, []float64{-1, 1, -0.25, 0.75}},
			"zero pivots": {[]float64{0, 0, 0}, []float64{0.6, 0.8}, []float64{-1, 0, 1}},
			"tiny":        {[]float64{1, 0.5, 0.25}, []float64{1e-305, 1e-320}, []float64{0.25, 0.5, 1}},
		} {
			n, rows := len(m.d), len(m.values)
			x := blas64.General{Rows: rows, Cols: n, Stride: n, Data: make([]float64, rows*n)}
			f := NewTwisted(m.d, m.e)
			f.VectorsTo(x, m.values, make([]float64, f.WorkspaceSize()))
			for k, value := range m.values {
				v := x.Data[k*n:][:n]
				if norm := Dot(v, v); !(math.Abs(norm-1) <= 1e-15) {
					t.Errorf("%s: vector %d has the square %v", name, k, norm)
				}
				for i := range v {
					r := (m.d[i] - value) * v[i]
					if i > 0 {
						r += m.e[i-1] * v[i-1]
					}
					if i+1 < n {
						r += m.e[i] * v[i+1]
					}
					if !(math.Abs(r) <= 1e-15) {
						t.Errorf("%s: vector %d is %v, the residual in row %d %g", name, k, v, i, r)
					}
				}
			}
		}
	})
}

func TestTwistedPanics(t *testing.T) {
	m := NewTwisted(make([]float64, 3), make([]float64, 2))
	x := blas64.General{Rows: 1, Cols: 3, Stride: 3, Data: make([]float64, 3)}
	for name, f := range map[string]func(){
		"new":    func() { NewTwisted(make([]float64, 3), make([]float64, 3)) },
		"room":   func() { m.VectorsTo(x, make([]float64, 1), make([]float64, m.WorkspaceSize()-1)) },
		"values": func() { m.VectorsTo(x, make([]float64, 2), make([]float64, m.WorkspaceSize())) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: shapes that do not fit are taken", name)
				}
			}()
			f()
		}()
	}
}
