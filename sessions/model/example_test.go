package model_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/model"
	"example.com/sfatui/sessions/sessiontest/recorded"
	"example.com/sfatui/sessions/store"
)

// The model of a point is saved, read, and applied to a data set.
func Example() {
	dir, err := os.MkdirTemp("", "example-")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	if err := example(context.Background(), dir); err != nil {
		fmt.Println(err)
	}
	// Output: 2 features of 360 samples
}

func example(ctx context.Context, dir string) error {
	s, set, err := recorded.WavesIn(ctx, dir, sweep.Spec{}.With("sigma", "rel:1", "m", "10", "p", "2"))
	if err != nil {
		return err
	}
	file := filepath.Join(dir, "model.npz")
	if err := store.Save(file, false, func(w io.Writer) error { return model.Write(ctx, w, s, set, s.Finished()[0]) }); err != nil {
		return err
	}
	m, err := model.Read(file)
	if err != nil {
		return err
	}
	features, err := m.Features(ctx, set)
	if err != nil {
		return err
	}
	n, p := features.Dims()
	fmt.Println(p, "features of", n, "samples")
	return nil
}
