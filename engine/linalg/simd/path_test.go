package simd

import (
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

func TestShapesThatDoNotFitPanic(t *testing.T) {
	general := func(r, c int) blas64.General {
		return blas64.General{Rows: r, Cols: c, Stride: max(1, c), Data: make([]float64, r*c)}
	}
	for name, f := range map[string]func(){
		"depth":       func() { Gemm(blas.NoTrans, blas.NoTrans, 1, general(2, 3), general(4, 2), 0, general(2, 2)) },
		"rows":        func() { Gemm(blas.NoTrans, blas.NoTrans, 1, general(2, 3), general(3, 2), 0, general(3, 2)) },
		"rows packed": func() { NewLeftFactor(3, 2).PackRows(general(2, 2), 0, 1) },
		"columns":     func() { NewLeftFactor(3, 2).PackColumns(general(3, 2), 0, 1) },
		"symmetric":   func() { NewLeftFactor(3, 2).PackSymmetric(general(3, 3), Upper, 2, 0, 1) },
		"groups":      func() { NewLeftFactor(3, 5).CutGroups([]Group{{1, 1}, {3, 2}}) },
		"both":        func() { AddBoth(NewLeftFactor(2, 2), NewRightFactor(2, 2), general(2, 2), general(3, 3), Block{}, All) },
		"negative":    func() { NewLeftFactor(-1, 2) },
		"storage": func() {
			short := general(2, 2)
			short.Data = short.Data[:3]
			Add(1, NewLeftFactor(2, 2), NewRightFactor(2, 2), short, Block{0, 2, 0, 2}, All)
		},
		"block":     func() { Add(1, NewLeftFactor(30, 2), NewRightFactor(2, 2), general(30, 2), Block{8, 30, 0, 2}, All) },
		"row dots":  func() { AddRowDots(1, general(2, 3), make([]float64, 2), make([]float64, 2)) },
		"rows' sum": func() { AddRows(1, general(2, 3), make([]float64, 3), make([]float64, 3)) },
		"dot":       func() { Dot(make([]float64, 2), make([]float64, 3)) },
		"four rows": func() { Four{make([]float64, 10), 3}.Dot(make([]float64, 3)) },
	} {
		func() {
			defer func() {
				if s, ok := recover().(string); !ok || len(s) < 6 || s[:6] != "simd: " {
					t.Errorf("%s: panic value %q, want one that begins with \"simd: \"", name, s)
				}
			}()
			f()
		}()
	}
}

func TestPathIsWhatIsAskedForWhereThereIsOne(t *testing.T) {
	for _, c := range []struct {
		asked     string
		top, want path
	}{
		{"", avx512, avx512}, {"avx2", avx512, avx2}, {"portable", avx512, portable}, {"avx512", avx512, avx512},
		{"avx512", avx2, avx2}, {"avx2", portable, portable}, {"neon", avx2, avx2}, {"", portable, portable},
	} {
		if got := choosePath(c.asked, c.top); got != c.want {
			t.Errorf("asked for %q on %s: runs %s, want %s", c.asked, pathNames[c.top], pathNames[got], pathNames[c.want])
		}
	}
	if Path() != pathNames[active] {
		t.Errorf("Path is %q", Path())
	}
}
