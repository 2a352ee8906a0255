package machines

import (
	"context"

	"example.com/sfatui/engine/kernel"
	"gonum.org/v1/gonum/mat"
)

// SupportClasses learns to separate two classes, y_i = ±1, of the rows of x: the sign
// of the function is the class. It fails as [SolveSupport] does.
func SupportClasses(ctx context.Context, x *mat.Dense, y []float64, k kernel.Kernel, o SupportOptions) (*kernel.Expansion, *SupportSolution, error) {
	s, err := SolveSupport(ctx, Samples(k, x), y, o)
	if err != nil {
		return nil, nil, err
	}
	f := &kernel.Expansion{Kernel: k, Bias: s.Bias}
	_, d := x.Dims()
	var rows []float64
	for i, b := range s.Beta {
		if b != 0 {
			rows, f.Beta = append(rows, x.RawRowView(i)...), append(f.Beta, b)
		}
	}
	f.At = mat.NewDense(len(f.Beta), d, rows)
	return f, s, nil
}
