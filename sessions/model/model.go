package model

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/hierarchy"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/resolve"
	"example.com/sfatui/engine/symbol"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/jsonl"
	"example.com/sfatui/sessions/npz"
	"gonum.org/v1/gonum/mat"
)

// modelFormat and modelVersion identify the format of a saved model.
const (
	modelFormat  = "sfatui-model"
	modelVersion = 1
)

// modelConfig is the text "config" of a saved model.
type modelConfig struct {
	Format     string     `json:"format"`
	Version    int        `json:"version"`
	Session    string     `json:"session"` // UUID
	Engine     string     `json:"engine"`
	KernelPath string     `json:"kernel_path"`
	Data       configData `json:"data"`
	// Options holds the options for reading samples; see [Reading].
	Options datasets.Options `json:"options"`
	// Prepared lists the preparation steps before samples become inputs.
	Prepared []string   `json:"prepared,omitempty"`
	Key      string     `json:"key"`
	Point    part.Point `json:"point"`
	// Readout reports that the point's readout is among the arrays. Classes
	// lists the classes that it distinguishes.
	Readout bool     `json:"readout,omitempty"`
	Classes []string `json:"classes,omitempty"`
	// Conventions explains the use of the arrays.
	Conventions []string `json:"conventions"`
}

// configData identifies the data from which arrays were computed.
type configData struct {
	Name string `json:"name"`
	Hash string `json:"hash"`
	// Rate is the number of samples per second; 0 if unknown.
	Rate float64 `json:"rate,omitempty"`
}

// Write solves a finished point again, on the session's data, and writes the
// model of its features as arrays that numpy.load reads. For samples x of d
// inputs, named by the texts "inputs":
//
//	input_low, input_high    d, the bounds to which x is clipped; with --clip
//	input_mean, input_scale  d, x ← (x − mean)·scale
//	front_mean, front_weights  d and d×q, x ← (x − mean) weights; with --front
//	layerI_nodeK_…  the nodes of a network; with --layers
//	symbols   bounds, centres or numbers that map frames to symbols; with --symbols
//	hmm_…, fisher_factor  the model that maps strings to vectors, and L of the information matrix LLᵀ; of the kernel fisher
//	supports  m×q, and the kernel's sigma, alpha, gamma, degree; with a kernel
//	monomials  dim×degree, the inputs whose product each is, q for the constant 1; of polynomials
//	coefficients, offset  m×p or dim×p, and p: features are values·coefficients − offset
//	basis, weights  the same in the basis of the solution
//	readout_…, gp_…  the readout, see [readout.Kind]
//	origin  q, may be subtracted from x and supports to preserve digits; of the stable basis
//
// It also writes config, a text: JSON with the point, session, data, engine and
// conventions.
func Write(ctx context.Context, w io.Writer, s *sessions.Session, set *data.Set, r *result.Result) error {
	t, err := Train(ctx, s, set, r)
	if err != nil {
		return err
	}
	about, err := jsonl.Marshal(modelConfig{
		modelFormat, modelVersion, s.Header.UUID, sweep.Version, sweep.KernelPath(), configData{s.Header.Data.Name, s.Header.Data.Hash, set.Rate},
		Reading(s.Header.Data.Options),
		set.Prepared, r.Key, r.Point, t.Readout != nil, classesOf(t, set), modelConventions(t),
	})
	if err != nil {
		return s.Wrap(err)
	}
	z := modelWriter{npz.NewWriter(w)}
	z.Text("config", message.Clean(string(about)))
	z.Texts("inputs", set.Inputs)
	z.preparation(t)
	z.functions(t)
	if t.Readout != nil {
		z.matrices(t.Readout.Arrays())
	}
	return z.Close()
}

// Train solves a finished point again, on the session's data, and returns its model.
func Train(ctx context.Context, s *sessions.Session, set *data.Set, r *result.Result) (*resolve.Trained, error) {
	if r.Error != "" {
		return nil, s.Wrap(fmt.Errorf("point %s failed and has no model: %s", r.Key[:12], r.Error))
	}
	t, _, err := resolve.Train(ctx, set, s.Header.Data.Hash, r.Point)
	if err != nil {
		return nil, s.Wrap(fmt.Errorf("point %s: %w", r.Key[:12], err))
	}
	return t, nil
}

// classesOf returns the classes that the model's readout distinguishes; nil
// without a classifier.
func classesOf(t *resolve.Trained, set *data.Set) []string {
	if t.Readout == nil || !readout.Classifies(t.Point) {
		return nil
	}
	return set.Classes
}

// Reading returns the options that determine how samples are read, without
// those that select the data.
func Reading(o datasets.Options) datasets.Options {
	return datasets.Options{
		Segment: o.Segment, Clock: o.Clock, Gaps: o.Gaps, Columns: o.Columns, Transpose: o.Transpose, Array: o.Array, Missing: o.Missing, MissingValues: o.MissingValues,
		Log: o.Log, Resample: o.Resample, STFT: o.STFT, ImageSize: o.ImageSize, Normalise: o.Normalise, Embed: o.Embed, Unit: o.Unit,
	}
}

// modelConventions returns the formulas by which a model's arrays compute
// features.
func modelConventions(t *resolve.Trained) []string {
	out := []string{"x is n×d, one sample per row; variances and means are those of the training part, divided by n"}
	if t.Low != nil {
		out = append(out, "x ← x clipped to the range from input_low to input_high")
	}
	out = append(out, "x ← (x − input_mean)·input_scale")
	if t.Front != nil {
		out = append(out, "x ← (x − front_mean) front_weights")
	}
	if t.Network != nil {
		out = append(out, "x ← the outputs of the last layer's nodes side by side; node K of layer I computes from the columns in of the layer below: minus origin; then (· − front_mean) front_weights if they exist; then the functions of its layer; then · weights − offset if they exist")
	}
	out = append(out, stringConventions(t)...)
	if formula := space.Kinds.Build(t.Point).Formula; formula != "" {
		out = append(out, formula)
	}
	out = append(out, "features = h coefficients − offset")
	switch t.Space.(type) {
	case *space.Corrected:
		out = append(out, "the mean of each row of h is subtracted first", "the same to more digits: features = (h basis) weights − offset")
	case *space.Stable:
		out = append(out, "the same to more digits: features = (basis⁻¹ (h₁… − h₀)) weights − offset, where h₀ is the first column of h")
		if t.Origin() != nil {
			out = append(out, "origin may be subtracted from x and supports first, which preserves digits of the distances")
		}
	}
	if t.Readout != nil {
		out = append(out, readout.Kinds.Build(t.Point).Formula...)
	}
	return out
}

// stringConventions returns the formulas by which whole series become vectors
// for a kernel of strings.
func stringConventions(t *resolve.Trained) (out []string) {
	if t.Strings == nil {
		return nil
	}
	out = append(out, symbol.Alphabets.Build(t.Point).Formula)
	if t.Strings.Model != nil {
		out = append(out,
			"a string becomes the gradient of its log-likelihood by the soft-max parameters of hmm_start, hmm_transitions (from row to column) and hmm_emissions (states of the first column, then of the next): expected counts minus their row's sum times the probability",
			"times the inverse of fisher_factor, if it exists")
	}
	return append(out, "the kernel is over the geometric mean of those of both strings with themselves; columns of symbols stand side by side")
}

// modelWriter writes the arrays of a model.
type modelWriter struct{ *npz.Writer }

// preparation writes the preparation of samples before the function space.
func (z modelWriter) preparation(t *resolve.Trained) {
	if t.Low != nil {
		z.Floats("input_low", t.Low)
		z.Floats("input_high", t.High)
	}
	mean, scale := t.Mean, t.Scale
	if mean == nil {
		mean, scale = make([]float64, t.Inputs), make([]float64, t.Inputs)
		for i := range scale {
			scale[i] = 1
		}
	}
	z.Floats("input_mean", mean)
	z.Floats("input_scale", scale)
	if t.Front != nil {
		mean, w := t.Front.Parts()
		if mean != nil {
			z.Floats("front_mean", mean)
		}
		z.Matrix("front_weights", w)
	}
	if t.Strings != nil {
		z.Matrix("symbols", t.Strings.Alphabet.Parts())
		if t.Strings.Model != nil {
			z.matrices(t.Strings.Model.Arrays())
		}
	}
	if t.Network == nil {
		return
	}
	for i, nodes := range t.Network.Layers() {
		for k, nd := range nodes {
			z.node(nodeName(i, k), nd)
		}
	}
}

// nodeName returns the prefix of the names of a node's arrays.
func nodeName(layer, node int) string { return fmt.Sprintf("layer%d_node%d_", layer+1, node+1) }

// node writes a node of a network. A node without features has no columns.
func (z modelWriter) node(name string, nd hierarchy.Node) {
	if nd.Empty {
		z.Ints(name+"in", nil)
		return
	}
	z.Ints(name+"in", nd.In)
	if nd.Origin != nil {
		z.Floats(name+"origin", nd.Origin)
	}
	if nd.Front != nil {
		mean, w := nd.Front.Parts()
		z.Floats(name+"front_mean", mean)
		z.Matrix(name+"front_weights", w)
	}
	if nd.A != nil {
		z.Matrix(name+"weights", nd.A)
		z.Floats(name+"offset", nd.C)
	}
}

// functions writes the arrays from which the features are computed.
func (z modelWriter) functions(t *resolve.Trained) {
	z.Matrix("coefficients", t.Coefficients())
	z.Floats("offset", t.Offset)
	if basis := t.Basis(); basis != nil {
		z.Matrix("weights", t.A)
		z.Matrix("basis", basis)
	}
	if origin := t.Origin(); origin != nil {
		z.Floats("origin", origin)
	}
	if t.Supports != nil {
		z.Matrix("supports", t.Supports)
		for _, q := range kernel.Kernels.Of(t.Point).Parameters {
			if v, ok := q.Axis().Number(&t.Point); ok {
				z.Number(q.Axis().Name, v)
			}
		}
	}
	if p, ok := t.Space.(*space.Polynomial); ok {
		z.IntMatrix("monomials", p.Monomials(), p.Degree())
	}
}

// matrices writes matrices by name.
func (z modelWriter) matrices(arrays map[string]*mat.Dense) {
	for _, name := range slices.Sorted(maps.Keys(arrays)) {
		z.Matrix(name, arrays[name])
	}
}
