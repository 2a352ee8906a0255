package model

import (
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/jsonl"
	"example.com/sfatui/sessions/npz"
	"gonum.org/v1/gonum/mat"
)

// Features returns the features (n×p) of a data set's samples. It finds the
// inputs by name, in any order, and ignores others. The error names a missing
// input.
func (m *Model) Features(ctx context.Context, set *data.Set) (*mat.Dense, error) {
	x, err := m.inputs(set)
	if err != nil {
		return nil, err
	}
	return m.Apply(ctx, x)
}

// inputs returns the model's inputs of each sample of the set.
func (m *Model) inputs(set *data.Set) (*mat.Dense, error) {
	at := map[string]int{}
	for j, name := range set.Inputs {
		at[message.Clean(name)] = j
	}
	columns := make([]int, len(m.Inputs))
	var missing []string
	for j, name := range m.Inputs {
		column, ok := at[name]
		if !ok {
			missing = append(missing, name)
		}
		columns[j] = column
	}
	if len(missing) > 0 {
		return nil, fmt.Errorf("the model has %d inputs, and %d of them are not among the %d of the data, such as %q: give the data the same columns, or read it with the same --embed", len(m.Inputs), len(missing), len(set.Inputs), missing[0])
	}
	if set.Series != m.Series {
		return nil, fmt.Errorf("the model requires %s, but the data has %s: read it with the same --unit", unitText(m.Series), unitText(set.Series))
	}
	x, n := set.X, 0
	if n, _ = x.Dims(); set.Series && !slices.Equal(columns, dense.Iota(len(set.Inputs))) {
		x = data.PickChannels(x, columns)
	} else if !slices.Equal(columns, dense.Iota(len(set.Inputs))) {
		x = mat.NewDense(n, len(columns), nil)
		for i := range n {
			row, from := x.RawRowView(i), set.X.RawRowView(i)
			for j, column := range columns {
				row[j] = from[column]
			}
		}
	}
	return x, nil
}

func unitText(series bool) string {
	if series {
		return "whole segments (--unit segment)"
	}
	return "rows"
}

// transformedConfig is the text "config" of features that a saved model
// computed.
type transformedConfig struct {
	Format string     `json:"format"`
	Key    string     `json:"key"` // of the model's point
	Point  part.Point `json:"point"`
	Engine string     `json:"engine"` // engine that applied the model
	Data   configData `json:"data"`
}

// WriteTransformed writes the features phi (n×p) of a set's samples as arrays
// that numpy.load reads: features, the first rows of segments, their names, the
// labels with classes and the targets if there are any, the output of the
// model's readout, and config. It returns an error when ctx ends or w fails.
func (m *Model) WriteTransformed(ctx context.Context, w io.Writer, set *data.Set, phi *mat.Dense) error {
	says, err := m.applyReadout(ctx, set, phi)
	if err != nil {
		return err
	}
	about, err := jsonl.Marshal(transformedConfig{"sfatui-transformed", m.Key, m.Point, sweep.Version, configData{set.Name, set.Hash(), set.Rate}})
	if err != nil {
		return err
	}
	var starts []int
	var names []string
	for _, s := range set.Segments {
		starts, names = append(starts, s.Start), append(names, s.Name)
	}
	z := npz.NewWriter(w)
	z.Text("config", message.Clean(string(about)))
	z.Matrix("features", phi)
	z.Ints("starts", starts)
	z.Texts("segments", names)
	if set.Label != nil {
		z.Ints("labels", set.Label)
		z.Texts("classes", set.Classes)
	}
	if set.Target != nil {
		z.Floats("targets", set.Target)
	}
	says.write(z, m.Classes)
	return z.Close()
}

// WriteTransformedCSV writes the features phi (n×p) of a set's samples as a
// table (RFC 4180), one row per sample: the number from 1 and the name of its
// segment, its label and target if there are any, y1 … yp, and the output of
// the model's readout. Parsing the numbers returns the same numbers. It returns
// an error when ctx ends or w fails.
func (m *Model) WriteTransformedCSV(ctx context.Context, w io.Writer, set *data.Set, phi *mat.Dense) error {
	says, err := m.applyReadout(ctx, set, phi)
	if err != nil {
		return err
	}
	out := csv.NewWriter(w)
	head := []string{"segment", "name"}
	if set.Label != nil {
		head = append(head, "label")
	}
	if set.Target != nil {
		head = append(head, "target")
	}
	_, p := phi.Dims()
	for j := range p {
		head = append(head, "y"+strconv.Itoa(j+1))
	}
	head = append(head, says.columns()...)
	if err := out.Write(head); err != nil {
		return err
	}
	for k, s := range set.Segments {
		for t := s.Start; t < s.End; t++ {
			row := []string{strconv.Itoa(k + 1), strings.TrimSpace(message.Clean(s.Name))}
			if set.Label != nil {
				label := ""
				if l := set.Label[t]; l >= 0 {
					label = message.Clean(set.Classes[l])
				}
				row = append(row, label)
			}
			if set.Target != nil {
				row = append(row, number(set.Target[t]))
			}
			for _, v := range phi.RawRowView(t) {
				row = append(row, number(v))
			}
			if err := out.Write(says.cells(row, t, m.Classes)); err != nil {
				return err
			}
		}
	}
	out.Flush()
	return out.Error()
}
