package onnx_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strings"

	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/model/onnx"
	"example.com/sfatui/sessions/sessiontest/recorded"
)

// The model of a point is written. A readout without operators is left out,
// with a note.
func Example() {
	dir, err := os.MkdirTemp("", "example-")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	ctx := context.Background()
	s, set, err := recorded.WavesIn(ctx, dir, sweep.Spec{}.With("sigma", "rel:1", "m", "10", "p", "2", "readout", "gaussian"))
	if err != nil {
		fmt.Println(err)
		return
	}
	var b bytes.Buffer
	notes, err := onnx.Write(ctx, &b, s, set, s.Finished()[0])
	fmt.Println(strings.Contains(b.String(), "MatMul"), notes, err)
	// Output: true [the readout gaussian is not linear in the features and cannot be expressed in the operators of ONNX: the model gives the features alone] <nil>
}
