package simd_test

import (
	"fmt"

	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// A factor that many products share is packed once.
func ExamplePack() {
	b := blas64.General{Rows: 2, Cols: 2, Stride: 2, Data: []float64{1, 2, 3, 4}}
	packed := simd.Pack(blas.NoTrans, b)
	defer packed.Release()
	for _, row := range [][]float64{{1, 0}, {1, 1}} {
		a := blas64.General{Rows: 1, Cols: 2, Stride: 2, Data: row}
		c := blas64.General{Rows: 1, Cols: 2, Stride: 2, Data: make([]float64, 2)}
		simd.GemmPacked(blas.NoTrans, 1, a, packed, 0, c)
		fmt.Println(c.Data)
	}
	// Output:
	// [1 2]
	// [4 6]
}
