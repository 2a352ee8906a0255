package model

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/hierarchy"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/preparation"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/resolve"
	"example.com/sfatui/engine/symbol"
	"example.com/sfatui/sessions/jsonl"
	"example.com/sfatui/sessions/npz"
	"example.com/sfatui/sessions/store"
	"gonum.org/v1/gonum/mat"
)

// Model is a model that [Write] saved.
type Model struct {
	*resolve.Trained
	// Inputs holds the names of the inputs in order.
	Inputs []string
	// Options holds the options for reading its samples, without paths.
	Options datasets.Options
	// Classes holds the classes that its readout distinguishes.
	Classes []string
	// Key, Engine and KernelPath are those of the point's session.
	Key, Engine, KernelPath string
	// Rate is the number of samples per second of its training data; 0 if
	// unknown.
	Rate float64
}

// Read reads a saved model. The file may come from a stranger. The error
// describes what is wrong with a file that is not a model, or damaged.
func Read(path string) (*Model, error) {
	f, size, err := store.OpenRegular(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readFile(path, f, size)
}

// readFile reads a saved model from a file of size bytes.
func readFile(path string, f io.ReaderAt, size int64) (*Model, error) {
	m, err := readModel(f, size)
	if store.IsDisk(err) { // an error of the disk does not mean a damaged model
		return nil, &store.DiskError{Err: fmt.Errorf("the model cannot be read: %w; put the disk right and try again", err)}
	}
	if err != nil && strings.EqualFold(filepath.Ext(path), ".onnx") {
		return nil, fmt.Errorf("%s is a model for other programs: save it as .npz, too, with sfatui export --model -o model.npz", message.Clean(path))
	}
	if err != nil {
		return nil, fmt.Errorf("%s is not a model that can be used: %w", message.Clean(path), err)
	}
	return m, nil
}

// readModel reads a saved model of size bytes.
func readModel(f io.ReaderAt, size int64) (*Model, error) {
	a, err := npz.Read(f, size)
	if err != nil {
		return nil, err
	}
	text, err := a.Text("config")
	var c modelConfig
	if err == nil {
		err = json.Unmarshal([]byte(text), &c)
	}
	switch {
	case err != nil:
		return nil, errors.New("it has no config; sfatui export --format npz --model makes one that has")
	case c.Format != modelFormat:
		return nil, fmt.Errorf("it holds %s; sfatui export --format npz --model makes a model", message.Clean(c.Format))
	case c.Version > modelVersion:
		return nil, fmt.Errorf("its format has version %d, and this sfatui reads up to %d: use a newer sfatui", c.Version, modelVersion)
	}
	if err := sweep.CheckEngine(c.Engine); err != nil {
		return nil, err
	}
	jsonl.CleanTexts(&c.Point)
	r := &modelReader{Archive: a}
	m := &Model{Trained: &resolve.Trained{Point: c.Point}, Options: Reading(c.Options), Key: message.Clean(c.Key), Engine: message.Clean(c.Engine), KernelPath: message.Clean(c.KernelPath), Rate: c.Data.Rate}
	r.preparation(m)
	if r.err == nil {
		r.functions(m.Trained)
	}
	if r.err == nil && (c.Readout || r.Has("gp_inputs")) { // older models of Gaussian processes lack the field
		r.readout(m, c.Classes)
	}
	if strange := r.Unread(); len(strange) > 0 { // an unread array may be a renamed one, without which the features would differ
		r.fail("it has %s, which such a model does not use: it is damaged, or changed by hand; export it again", message.Shorten(message.Clean(strange[0]), 40))
	}
	return m, r.err
}

// readout reads the readout, which distinguishes the given classes or predicts
// a number.
func (r *modelReader) readout(m *Model, classes []string) {
	kind := readout.Kinds.Build(m.Point)
	if kind.Restore == nil || (kind.Classify != nil) != (len(classes) > 0) {
		r.fail("its readout %s and its %d classes do not fit", message.Clean(readout.Name.Of(m.Point)), len(classes))
		return
	}
	for _, name := range classes {
		m.Classes = append(m.Classes, message.Clean(name))
	}
	from := readout.Arrays{Columns: len(m.Offset), Classes: len(classes), Of: r.matrix}
	switch {
	case readout.OfSeries(m.Point):
		from.Columns = m.Trained.Inputs // of a frame, regardless of the strings that the space uses
	case readout.OfInputs(m.Point):
		from.Columns = m.Width()
	}
	saved, err := kind.Restore(m.Point, from)
	if r.err = cmp.Or(r.err, err); r.err == nil {
		m.Readout = saved
	}
}

// modelReader reads arrays until the first error.
type modelReader struct {
	*npz.Archive
	err error
}

func (r *modelReader) matrix(name string) *mat.Dense {
	if r.err != nil || !r.Has(name) {
		return nil
	}
	x, err := r.Matrix(name)
	r.err = err
	return x
}

func (r *modelReader) floats(name string) []float64 {
	if r.err != nil || !r.Has(name) {
		return nil
	}
	x, err := r.Floats(name)
	r.err = err
	return x
}

// fail records the first error.
func (r *modelReader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf(format, args...)
	}
}

// projection reads principal components from the arrays with a prefix; nil for
// none.
func (r *modelReader) projection(name string, inputs int) *space.Projection {
	mean, w := r.floats(name+"mean"), r.matrix(name+"weights")
	if r.err != nil || w == nil {
		return nil
	}
	if d, _ := w.Dims(); d != inputs || len(mean) != d {
		r.fail("%sweights have %d inputs and %smean has %d, instead of %d", name, d, name, len(mean), inputs)
		return nil
	}
	return space.NewProjection(mean, w)
}

// front reads the front of a model; nil for none.
func (r *modelReader) front(t *resolve.Trained) space.Front {
	kind := space.Fronts.Build(t.Point)
	if kind.Restore == nil {
		if p := r.projection("front_", t.Inputs); p != nil {
			return p
		}
		return nil
	}
	mean, w := r.floats("front_mean"), r.matrix("front_weights")
	if r.err == nil && w == nil {
		r.fail("no front_weights, which the front %s requires", space.Reduction.Of(t.Point))
	}
	if r.err != nil {
		return nil
	}
	if _, d := w.Dims(); d != t.Inputs || mean != nil && len(mean) != d {
		r.fail("front_weights have %d inputs and front_mean has %d, instead of %d", d, len(mean), t.Inputs)
		return nil
	}
	front, err := kind.Restore(t.Point, mean, w)
	if err != nil {
		r.fail("its front: %w", err)
		return nil
	}
	return front
}

// preparation reads the inputs and their preparation.
func (r *modelReader) preparation(m *Model) {
	names, err := r.Texts("inputs")
	if err != nil {
		r.fail("%w", err)
		return
	}
	for _, name := range names {
		m.Inputs = append(m.Inputs, message.Clean(name))
	}
	t := m.Trained
	t.Inputs, t.Series = len(names), space.OfSeries(t.Point)
	if t.Low, t.High = r.floats("input_low"), r.floats("input_high"); len(t.Low) != len(t.High) || t.Low != nil && len(t.Low) != t.Inputs {
		r.fail("bounds of %d and %d inputs instead of %d", len(t.Low), len(t.High), t.Inputs)
	}
	if t.Mean, t.Scale = r.floats("input_mean"), r.floats("input_scale"); len(t.Mean) != t.Inputs || len(t.Scale) != t.Inputs {
		r.fail("%d means and %d scales of %d inputs", len(t.Mean), len(t.Scale), t.Inputs)
	}
	t.Front = r.front(t)
	t.Strings = r.strings(t)
	if r.err != nil || hierarchy.Layers.Of(t.Point) == "" {
		return
	}
	shape, err := hierarchy.Parse(hierarchy.Layers.Of(t.Point))
	if err != nil {
		r.fail("its network: %w", err)
		return
	}
	if shape.Inputs() != t.Width() {
		r.fail("a network of %d inputs instead of %d", shape.Inputs(), t.Width())
		return
	}
	layers := r.layers()
	if r.err == nil {
		t.Network, r.err = hierarchy.Restore(shape, layers)
	}
}

// strings reads the alphabet and the model of a kernel of strings; nil for
// other kernels.
func (r *modelReader) strings(t *resolve.Trained) *preparation.Strings {
	kind := symbol.Alphabets.Of(t.Point)
	if r.err != nil || kind == nil {
		return nil
	}
	parts := r.matrix("symbols")
	if r.err == nil && parts == nil {
		r.fail("no symbols, which the kernel %s requires", kernel.Name.Of(t.Point))
	}
	if r.err != nil {
		return nil
	}
	s := &preparation.Strings{}
	var err error
	if s.Alphabet, err = kind.Build.Restore(kernel.Symbols.Of(t.Point), t.Width(), parts); err != nil {
		r.fail("its symbols: %w", err)
		return nil
	}
	if of, ok := kernel.At(t.Point).(kernel.Learnt); ok {
		if s.Model, err = of.Restore(s.Alphabet.Columns(), s.Alphabet.Letters(), r.matrix); err != nil {
			r.fail("its kernel %s: %w", kernel.Name.Of(t.Point), err)
			return nil
		}
	}
	return s
}

// layers reads the nodes of a network, as many as the file contains.
func (r *modelReader) layers() (layers [][]hierarchy.Node) {
	for i := 0; r.err == nil && r.Has(nodeName(i, 0)+"in"); i++ {
		var nodes []hierarchy.Node
		for k := 0; r.err == nil && r.Has(nodeName(i, k)+"in"); k++ {
			nodes = append(nodes, r.node(nodeName(i, k)))
		}
		layers = append(layers, nodes)
	}
	return layers
}

func (r *modelReader) node(name string) hierarchy.Node {
	in, err := r.Ints(name + "in")
	if err != nil {
		r.fail("%w", err)
	}
	if len(in) == 0 {
		return hierarchy.Node{Empty: true}
	}
	return hierarchy.Node{
		In: in, Origin: r.floats(name + "origin"), Front: r.projection(name+"front_", len(in)),
		A: r.matrix(name + "weights"), C: r.floats(name + "offset"),
	}
}

// functions reads the arrays from which the features are computed. It ignores
// arrays for other programs, which follow from the point and the weights.
func (r *modelReader) functions(t *resolve.Trained) {
	r.Ignore("coefficients", "monomials")
	if family := kernel.Kernels.Of(t.Point); family != nil {
		for _, q := range family.Parameters {
			r.Ignore(q.Axis().Name)
		}
	}
	t.Supports, t.Offset = r.matrix("supports"), r.floats("offset")
	basis := r.matrix("basis")
	if t.A = r.matrix("weights"); t.A == nil {
		t.A = r.matrix("coefficients")
	}
	if r.err != nil {
		return
	}
	if t.Space, r.err = space.Restore(t.Point, t.Width(), t.Supports, basis, r.floats("origin")); r.err != nil {
		return
	}
	if t.A == nil {
		r.fail("it has no coefficients")
		return
	}
	if dim, p := t.A.Dims(); dim != t.Space.Dim() || p != len(t.Offset) {
		r.fail("weights %d×%d and %d offsets of %d functions", dim, p, len(t.Offset), t.Space.Dim())
	}
}
