package symbol_test

import (
	"context"
	"fmt"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/symbol"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// Numbers become the letters of their quarters.
func ExampleFit() {
	x := mat.NewDense(8, 1, []float64{3, 1, 4, 1.5, 9, 2.6, 5, 3.5})
	a, err := symbol.Fit(context.Background(), at("sax:4"), x)
	if err != nil {
		panic(err)
	}
	fmt.Println(mat.Col(nil, 0, written(a, x)))
	// Output: [1 0 2 0 3 1 3 2]
}

// sides is an alphabet of our own: in each column 1 above its mean, else 0.
type sides struct{ mean *mat.Dense } // 1×d

func (s sides) Columns() int      { _, d := s.mean.Dims(); return d }
func (sides) Letters() int        { return 2 }
func (s sides) Parts() *mat.Dense { return s.mean }
func (s sides) Write(dst, x *mat.Dense) {
	dst.Apply(func(_, j int, v float64) float64 {
		if v > s.mean.At(0, j) {
			return 1
		}
		return 0
	}, x)
}

// An alphabet of our own is a value of --symbols as soon as it is registered.
func ExampleKind() {
	symbol.Alphabets.Register(part.Part[symbol.Kind]{Name: "sides", Doc: "on which side of its column's mean a value is", Build: symbol.Kind{
		Formula: "a value's symbol is 1 above its column's number in symbols, else 0",
		Fit: func(_ context.Context, _ string, _ uint64, x *mat.Dense) (symbol.Alphabet, error) {
			_, d := x.Dims()
			mean := mat.NewDense(1, d, nil)
			for j := range d {
				mean.Set(0, j, stat.Mean(mat.Col(nil, j, x), nil))
			}
			return sides{mean}, nil
		},
		Restore: func(_ string, _ int, parts *mat.Dense) (symbol.Alphabet, error) { return sides{parts}, nil },
	}})
	x := mat.NewDense(4, 2, []float64{3, 10, 1, 40, 4, 30, 0, 20})
	a, err := symbol.Fit(context.Background(), at("sides"), x)
	if err != nil {
		panic(err)
	}
	fmt.Println(mat.Formatted(written(a, x)))
	// Output:
	// ⎡1  0⎤
	// ⎢0  1⎥
	// ⎢1  1⎥
	// ⎣0  0⎦
}
