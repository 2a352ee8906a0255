package datasets_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"path/filepath"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/inspect"
)

// counts is a format of numbers in decimal, one per line.
var counts = format.Format{
	Name: "a file of counts", Kind: data.Table, Family: "counts", Shown: ".counts", Columns: true, Extensions: []string{".counts"},
	Read: func(ctx context.Context, src *format.Source, to *format.Sink) error {
		frame := &format.Frame{Path: src.Shown(), Names: []string{"count"}}
		for lines := bufio.NewScanner(src.Reader()); lines.Scan(); frame.Rows++ {
			var x float64
			if _, err := fmt.Sscan(lines.Text(), &x); err != nil {
				return src.Fail(err)
			}
			frame.X = append(frame.X, x)
		}
		return to.Frame(ctx, frame, src.File)
	},
}

// A registered format is read like those of the program.
func ExampleRegister() {
	datasets.Register(&counts)
	path := filepath.Join(os.TempDir(), "example.counts")
	defer os.Remove(path)
	if err := os.WriteFile(path, []byte("3\n1\n4\n1\n5\n"), 0o600); err != nil {
		fmt.Println(err)
		return
	}
	set, err := datasets.Open(context.Background(), datasets.Options{Paths: []string{path}}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, line := range inspect.Summary(set) {
		fmt.Println(line)
	}
	// Output:
	// example.counts: 5 samples of 1 input
	// 1 segment
}

// A built-in set has a default embedding.
func ExampleOpen() {
	set, err := datasets.Open(context.Background(), datasets.Options{Paths: []string{"sunspots"}}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	n, d := set.X.Dims()
	fmt.Println(n, d, set.Inputs[0], set.Prepared)
	// Output: 299 11 sunspots[0] [delay embedding l=11,epsilon=1,delta=1, the default for sunspots]
}
