package elements_test

import (
	"context"
	"fmt"
	"strings"

	"example.com/sfatui/datasets/format/elements"
	"example.com/sfatui/datasets/internal/sample"
	"example.com/sfatui/datasets/storage"
)

// Big-endian integers in Fortran order, as numbers row by row.
func ExampleReadHeader() {
	r := strings.NewReader(sample.NPY{Descr: ">i2", Fortran: true, Shape: "(2, 3)", Body: sample.Pack(">i2", 1, 4, 2, 5, 3, 6)}.Build())
	a, err := elements.ReadHeader(r)
	if err != nil {
		fmt.Println(err)
		return
	}
	x, err := a.Numbers(context.Background(), &storage.Store{}, r, a.Count)
	fmt.Println(a.Describe(), a.IsNative(), x, err)
	// Output:
	// 2×3 false [1 2 3 4 5 6] <nil>
}
