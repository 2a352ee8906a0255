package onnx

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/resolve"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/jsonl"
	"example.com/sfatui/sessions/model"
	"gonum.org/v1/gonum/mat"
)

// config is the metadata of a model under "config".
type config struct {
	Format  string           `json:"format"`
	Version int              `json:"version"`
	Session string           `json:"session"` // UUID
	Engine  string           `json:"engine"`
	Data    string           `json:"data_hash"`
	Options datasets.Options `json:"options"`
	// Prepared lists the preparation steps before samples become inputs.
	Prepared []string   `json:"prepared,omitempty"`
	Key      string     `json:"key"`
	Point    part.Point `json:"point"`
}

// mostRounding is the bound of the features' rounding error, relative to 1,
// above which Write adds a remark.
const mostRounding = 1e-8

// maxModel is the maximum size of a protocol buffer in bytes.
const maxModel = math.MaxInt32

// Write solves a finished point again, on the session's data, and writes the
// resulting model. The graph takes x (samples×d), the inputs that the metadata
// "inputs" names, and computes features (samples×p). With a linear readout it
// also computes discriminants (samples×c) and class (samples), an index into
// the metadata "classes", or prediction (samples×1). The metadata "config"
// contains the point and the options of reading. notes are remarks for the
// user.
func Write(ctx context.Context, w io.Writer, s *sessions.Session, set *data.Set, r *result.Result) (notes []string, err error) {
	t, err := model.Train(ctx, s, set, r)
	if err != nil {
		return nil, err
	}
	m := &trained{Trained: t}
	m.readout, notes = linearReadout(t)
	about, err := jsonl.Marshal(config{
		"sfatui-onnx", 1, s.Header.UUID, sweep.Version, s.Header.Data.Hash, model.Reading(s.Header.Data.Options), set.Prepared, r.Key, r.Point,
	})
	if err != nil {
		return nil, s.Wrap(err)
	}
	m.metadata = append(m.metadata, entry("config", message.Clean(string(about))), entry("inputs", texts(set.Inputs)))
	if m.readout != nil && readout.Classifies(r.Point) {
		m.classes = true
		m.metadata = append(m.metadata, entry("classes", texts(set.Classes)))
	}
	file, rounding, err := m.encode()
	if err != nil {
		return nil, s.Wrap(fmt.Errorf("point %s: %w", r.Key[:12], err))
	}
	if rounding > mostRounding {
		notes = append(notes, fmt.Sprintf("the supports nearly depend on each other: rounding may move features by %.1g, in this program and in others; a smaller sigma or fewer supports keep digits", rounding))
	}
	_, err = w.Write(file)
	return notes, err
}

func texts(list []string) string {
	clean := make([]string, len(list))
	for i, text := range list {
		clean[i] = message.Clean(text)
	}
	b, err := json.Marshal(clean)
	if err != nil {
		panic("onnx: " + err.Error()) // strings always marshal
	}
	return string(b)
}

// linearReadout returns the weights of the model's readout, with the bias in
// the last row. It returns nil without a readout, and nil with a note if the
// readout is not linear.
func linearReadout(t *resolve.Trained) (w *mat.Dense, notes []string) {
	if m, ok := t.Readout.(readout.Weighted); ok {
		return m.Weights(), nil
	}
	if readout.Trains(t.Point) {
		notes = append(notes, fmt.Sprintf("the readout %s is not linear in the features and cannot be expressed in the operators of ONNX: the model gives the features alone", message.Clean(readout.Name.Of(t.Point))))
	}
	return nil, notes
}

// trained is a model with its readout.
type trained struct {
	*resolve.Trained
	readout  *mat.Dense // nil without
	classes  bool       // the readout is a classifier
	metadata []buffer
}

// encode returns the model as a file, and the bound of its features' rounding
// error.
func (m *trained) encode() (file buffer, rounding float64, err error) {
	if m.Series {
		return nil, 0, &refusal{"a kernel of whole series"}
	}
	g := &graph{}
	x, err := g.prepared(m.Trained, "x")
	read := "features" // input of the readout
	if readout.OfInputs(m.Point) {
		read = x
	}
	if err == nil {
		x, err = g.features(m.Trained, x)
	}
	if err != nil {
		return nil, 0, err
	}
	p := len(m.Offset)
	g.opNamed("features", "Sub", nil, x, g.row("offset", m.Offset))
	outputs := []buffer{value("features", doubleType, p)}
	if m.readout != nil {
		rows, c := m.readout.Dims()
		values := g.op("Add", g.op("MatMul", read, g.matrix("readout", m.readout.Slice(0, rows-1, 0, c))), g.row("bias", m.readout.RawRowView(rows-1)))
		if m.classes {
			g.opNamed("discriminants", "Identity", nil, values)
			g.opNamed("class", "ArgMax", []attribute{{"axis", 1}, {"keepdims", 0}}, "discriminants")
			outputs = append(outputs, value("discriminants", doubleType, c), value("class", int64Type, 0))
		} else {
			g.opNamed("prediction", "Identity", nil, values)
			outputs = append(outputs, value("prediction", doubleType, c))
		}
	}
	if g.bytes > maxModel-1<<20 { // the operators and texts need the rest
		return nil, 0, errors.New("the model is larger than the 2 GiB that an ONNX file may have: save it as .npz, or take fewer supports")
	}
	var version buffer
	version.number(opsetVersion, opset)
	file.number(modelIRVersion, irVersion)
	file.text(modelProducer, "sfatui")
	file.text(modelProducerVersion, sweep.Version)
	file.message(modelGraph, g.message("sfatui", m.Inputs, outputs))
	file.message(modelOpset, version)
	for _, e := range m.metadata {
		file.message(modelMetadata, e)
	}
	return file, g.rounding, nil
}
