package npz_test

import (
	"bytes"
	"fmt"

	"example.com/sfatui/sessions/npz"
)

func Example() {
	var file bytes.Buffer
	w := npz.NewWriter(&file)
	w.Floats("x", []float64{0.5, 2})
	w.Text("config", "{}")
	if err := w.Close(); err != nil {
		fmt.Println(err)
	}
	a, err := npz.Read(bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(a.Floats("x"))
	fmt.Println(a.Has("config"), a.Has("y"))
	// Output:
	// [0.5 2] <nil>
	// true false
}
