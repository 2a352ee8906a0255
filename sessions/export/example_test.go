package export_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/export"
	"example.com/sfatui/sessions/sessiontest"
)

// A user-defined format: the widths of the planned points, one per line.
func ExampleRegister() {
	most := export.Parameter{Name: "most", Default: 10.0, Doc: "how many points"}
	export.Register(export.Exporter{
		Extension:  "widths",
		Doc:        "the widths of the first points",
		Parameters: []export.Parameter{most},
		Write: func(_ context.Context, w io.Writer, s *sessions.Session, o export.Options) error {
			for i, e := range s.Plan() {
				if float64(i) < most.Number(o) {
					fmt.Fprintln(w, "σ =", kernel.Sigma.Of(e.Point))
				}
			}
			return nil
		},
	})

	dir, err := os.MkdirTemp("", "export")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	s, err := sessions.Create(filepath.Join(dir, "toy.sfa"), sessions.Header{Name: "toy", Data: sessions.Data{Hash: "data"}, Spec: sweep.Spec{}.With("sigma", "0.1,1.1,2.1")}, sessiontest.Plan(3))
	if err != nil {
		panic(err)
	}
	e, _ := export.Named("widths")
	if err := e.Write(context.Background(), os.Stdout, s, export.Options{Values: map[string]any{"most": 2.0}}); err != nil {
		panic(err)
	}
	for _, e := range export.All() {
		fmt.Print(e.Extension, " ")
	}
	// Output:
	// σ = 0.1
	// σ = 1.1
	// csv json md html svg widths png npz onnx
}
