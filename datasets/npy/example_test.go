package npy_test

import (
	"bytes"
	"fmt"

	"example.com/sfatui/datasets/npy"
)

func Example() {
	file := npy.Append(nil, "<f8", 100, 3)
	h, err := npy.Read(bytes.NewReader(file))
	if err != nil {
		fmt.Println(err)
		return
	}
	dims, err := h.Dims()
	fmt.Println(len(file), h.Type, h.Fortran, dims, err)
	// Output: 128 <f8 false [100 3] <nil>
}
