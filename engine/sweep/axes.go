package sweep

import (
	"math"
	"slices"
	"strconv"

	"example.com/sfatui/engine/part"
)

// Axis describes one axis of a Spec: one table serves the command line's
// flags, the workbench's editor, the expansion into points and the text that
// reproduces a sweep.
type Axis struct {
	// Name is the flag's name, such as "sigma"; Symbol the papers' sign.
	Name, Symbol string
	// Doc says in a line what it is and what may be written.
	Doc string
	// Choices are the allowed words; nil for numbers.
	Choices []string
	// Log says that the values are usually spaced by factors.
	Log bool
	// Unset is the word for a value that leaves the parameter out of a point; ""
	// where there is none.
	Unset string
	// Readout says that only the supervised step depends on it.
	Readout bool
	// Text points at the axis in a Spec.
	Text func(*Spec) *string

	// optional says that a point may lack it where it applies.
	optional bool
	// fallback is what an empty text means; "" where that depends on the data.
	fallback string
	// applies says whether a point has the parameter, once those that decide
	// about it are set. nil means always.
	applies func(p *part.Point, t traits) bool

	// One of these finds the parameter in a point.
	value func(*part.Point) *part.Value
	count func(*part.Point) *int
	word  func(*part.Point) *string
	// check refuses numbers that no data could make sense of: it says what they
	// must be.
	check func(float64) string
}

// traits are what of the data decides which parameters apply.
type traits struct {
	target  bool // there is a target to order samples by
	samples int  // of the largest training part
	draws   int
}

// Axes is the table of all axes, in the order they are shown.
var Axes = []Axis{
	{Name: "sigma", Symbol: "σ", Log: true, Doc: "kernel widths: 1,2,5 log:0.5:500:12 lin:1:9:5, rel:… times the heuristic width, norm:… times the mean norm; a prefix holds for what follows it", fallback: "rel:0.5:4:7",
		applies: func(p *part.Point, _ traits) bool { return p.Space == "kernel" && kernelKindOf(p.Kernel).sigma },
		Text:    func(s *Spec) *string { return &s.Sigma }, value: func(p *part.Point) *part.Value { return &p.Sigma }, check: above0},
	{Name: "lambda", Symbol: "λ", Log: true, Doc: "regularisation: 0,1e-7,1e-5 or log:1e-9:1e-1:9", fallback: "0,1e-7,1e-5,1e-3",
		applies: func(p *part.Point, _ traits) bool { return methodOf(p.Method).lambda },
		Text:    func(s *Spec) *string { return &s.Lambda }, value: func(p *part.Point) *part.Value { return &p.Lambda }, check: atLeast0},
	{Name: "m", Symbol: "m", Doc: "subset sizes: 100,200,400 or lin:100:500:5",
		applies: func(p *part.Point, _ traits) bool { return p.Space == "kernel" && p.Select != "all" },
		Text:    func(s *Spec) *string { return &s.M }, count: func(p *part.Point) *int { return &p.M }},
	{Name: "p", Symbol: "p", Doc: "numbers of features: 8,16,32",
		Text: func(s *Spec) *string { return &s.P }, count: func(p *part.Point) *int { return &p.P }},
	{Name: "method", Doc: "what is solved for", Choices: methodNames(), fallback: "sfa",
		Text: func(s *Spec) *string { return &s.Method }, word: func(p *part.Point) *string { return &p.Method }},
	{Name: "front", Doc: "components of the inputs that the space is built on: none, pca:20, whiten:20, whiten:0.99 (a share of the variance)", fallback: "none", Unset: "none",
		Text: func(s *Spec) *string { return &s.Front }, word: func(p *part.Point) *string { return &p.Front }},
	{Name: "layers", Doc: "a hierarchical network between the inputs and the space: none, or such as 8x8:4x4+2x2:pca12:poly2:sfa8/all:poly2:sfa9 (grid of the inputs, then of each layer the fields, components, expansion and slow features)", fallback: "none", Unset: "none",
		Text: func(s *Spec) *string { return &s.Layers }, word: func(p *part.Point) *string { return &p.Layers }},
	{Name: "space", Doc: "function space", Choices: []string{"kernel", "linear", "poly", "0.8exp"}, fallback: "kernel",
		Text: func(s *Spec) *string { return &s.Space }, word: func(p *part.Point) *string { return &p.Space }},
	{Name: "kernel", Doc: "kernel function", Choices: kernelNames(), fallback: "gaussian", applies: inKernelSpace,
		Text: func(s *Spec) *string { return &s.Kernel }, word: func(p *part.Point) *string { return &p.Kernel }},
	{Name: "alpha", Symbol: "α", Log: true, Doc: "shape of the rational quadratic kernel", fallback: "1",
		applies: func(p *part.Point, _ traits) bool { return p.Space == "kernel" && kernelKindOf(p.Kernel).alpha },
		Text:    func(s *Spec) *string { return &s.Alpha }, value: func(p *part.Point) *part.Value { return &p.Alpha }, check: above0},
	{Name: "gamma", Symbol: "γ", Log: true, Doc: "exponent of the γ-exponential kernel; above 2 it is indefinite", fallback: "1",
		applies: func(p *part.Point, _ traits) bool { return p.Space == "kernel" && kernelKindOf(p.Kernel).gamma },
		Text:    func(s *Spec) *string { return &s.Gamma }, value: func(p *part.Point) *part.Value { return &p.Gamma }, check: above0},
	{Name: "degree", Symbol: "k", Doc: "degrees of --space poly and of the kernel (1 + x·z)^k: 2,3", fallback: "2",
		applies: func(p *part.Point, _ traits) bool {
			return p.Space == "poly" || p.Space == "kernel" && kernelKindOf(p.Kernel).degree
		},
		Text: func(s *Spec) *string { return &s.Degree }, count: func(p *part.Point) *int { return &p.Degree }},
	{Name: "indefinite", Doc: "a kernel that is not positive semi-definite, such as γ-exponential with γ above 2", Choices: []string{"refuse", "clip"}, fallback: "refuse", Unset: "refuse",
		applies: func(p *part.Point, _ traits) bool { return p.Gamma.X > 2 },
		Text:    func(s *Spec) *string { return &s.Indefinite }, word: func(p *part.Point) *string { return &p.Indefinite }},
	{Name: "cut", Log: true, Doc: "share of the largest eigenvalue of C at and below which one counts as zero: auto (rounding), 1e-10", fallback: "auto", Unset: "auto",
		applies: func(p *part.Point, _ traits) bool { return methodOf(p.Method).whitens },
		Text:    func(s *Spec) *string { return &s.Cut }, value: func(p *part.Point) *part.Value { return &p.Cut }, check: share},
	{Name: "rotation", Doc: "turn the features afterwards: ica makes them independent", Choices: []string{"none", "ica"}, fallback: "none", Unset: "none",
		Text: func(s *Spec) *string { return &s.Rotation }, word: func(p *part.Point) *string { return &p.Rotation }},
	{Name: "graph", Doc: "training graph, or edges:FILE with lines i,j,weight", Choices: graphNames(), fallback: "time",
		applies: func(p *part.Point, _ traits) bool { return methodOf(p.Method).graph || p.Layers != "" },
		Text:    func(s *Spec) *string { return &s.Graph }, word: func(p *part.Point) *string { return &p.Graph }},
	{Name: "graph-groups", Symbol: "groups", Doc: "groups that serial and mixed graphs make of the target", fallback: "10",
		applies: func(p *part.Point, t traits) bool { return t.target && graphOf(p.Graph).groups },
		Text:    func(s *Spec) *string { return &s.GraphGroups }, count: func(p *part.Point) *int { return &p.GraphGroups }},
	{Name: "window", Symbol: "d", Doc: "width of the sliding window graph, in samples of the sorted target or labels", fallback: "32",
		applies: func(p *part.Point, _ traits) bool { return graphOf(p.Graph).window },
		Text:    func(s *Spec) *string { return &s.Window }, count: func(p *part.Point) *int { return &p.Window }},
	{Name: "pairs", Doc: "partners of its class that class-pairs draws for each sample, or all", fallback: "all", Unset: "all",
		applies: func(p *part.Point, _ traits) bool { return graphOf(p.Graph).pairs },
		Text:    func(s *Spec) *string { return &s.Pairs }, count: func(p *part.Point) *int { return &p.Pairs }},
	{Name: "graph-knn", Symbol: "k", Doc: "nearest states that GPFA joins", fallback: "10",
		applies: func(p *part.Point, _ traits) bool { return graphOf(p.Graph).predictive },
		Text:    func(s *Spec) *string { return &s.GraphKNN }, count: func(p *part.Point) *int { return &p.GraphKNN }},
	{Name: "direction", Doc: "what of neighbouring states GPFA joins: their futures, their pasts", Choices: []string{"both", "future", "past"}, fallback: "both",
		applies: func(p *part.Point, _ traits) bool { return graphOf(p.Graph).predictive },
		Text:    func(s *Spec) *string { return &s.Direction }, word: func(p *part.Point) *string { return &p.Direction }},
	{Name: "iterations", Doc: "how often GPFA makes a graph, first of the inputs, then of the features before; or the steps ahead that PFA predicts", fallback: "1",
		applies: func(p *part.Point, _ traits) bool {
			return graphOf(p.Graph).predictive && methodOf(p.Method).graph || methodOf(p.Method).steps
		},
		Text: func(s *Spec) *string { return &s.Iterations }, count: func(p *part.Point) *int { return &p.Iterations }},
	{Name: "order", Doc: "samples in a state of GPFA, or order of PFA's autoregressive model", fallback: "1",
		applies: func(p *part.Point, _ traits) bool { return graphOf(p.Graph).predictive || methodOf(p.Method).steps },
		Text:    func(s *Spec) *string { return &s.Order }, count: func(p *part.Point) *int { return &p.Order }},
	{Name: "weights", Doc: "columns that weigh the training graph: --importance of samples, --transition-importance, both", Choices: []string{"none", "samples", "transitions", "both"}, Unset: "none",
		applies: func(p *part.Point, _ traits) bool { return p.Graph != "" },
		Text:    func(s *Spec) *string { return &s.Weights }, word: func(p *part.Point) *string { return &p.Weights }},
	{Name: "epochs", Doc: "passes of incremental SFA over the samples", fallback: "10",
		applies: func(p *part.Point, _ traits) bool { return methodOf(p.Method).epochs },
		Text:    func(s *Spec) *string { return &s.Epochs }, count: func(p *part.Point) *int { return &p.Epochs }},
	{Name: "select", Doc: "how supports are chosen", Choices: selectionNames(), fallback: "mp-mah", applies: inKernelSpace,
		Text: func(s *Spec) *string { return &s.Select }, word: func(p *part.Point) *string { return &p.Select }},
	{Name: "select-sigma", optional: true, Symbol: "σsel", Log: true, Doc: "width used for choosing supports; default the point's own σ",
		applies: func(p *part.Point, _ traits) bool {
			return p.Space == "kernel" && p.Sigma.OK && p.Select != "" && selectionOf(p.Select).looks
		},
		Text: func(s *Spec) *string { return &s.SelectSigma }, value: func(p *part.Point) *part.Value { return &p.SelectSigma }, check: above0},
	{Name: "basis", Doc: "stable: orthonormal in the Hilbert space; printed: Algorithm 1 to the letter", Choices: []string{"stable", "printed"}, fallback: "stable",
		applies: func(p *part.Point, _ traits) bool {
			return p.Space == "kernel" && p.Indefinite == "" && !methodOf(p.Method).epochs // which need an orthonormal basis
		},
		Text: func(s *Spec) *string { return &s.Basis }, word: func(p *part.Point) *string { return &p.Basis }},
	{Name: "shift", optional: true, Doc: "evaluate κ−1, which keeps digits at large σ", Choices: []string{"on", "off"}, fallback: "on",
		Text: func(s *Spec) *string { return &s.Shift }},
	{Name: "readout", Readout: true, Doc: "supervised step", Choices: readoutNames(),
		Text: func(s *Spec) *string { return &s.Readout }, word: func(p *part.Point) *string { return &p.Readout }},
	{Name: "eta", Symbol: "η", Log: true, Readout: true, Doc: "weight decay of logistic and of ridge regression", fallback: "1",
		applies: func(p *part.Point, _ traits) bool { return readoutOf(p.Readout).eta },
		Text:    func(s *Spec) *string { return &s.Eta }, value: func(p *part.Point) *part.Value { return &p.Eta }, check: atLeast0},
	{Name: "knn", Readout: true, Doc: "neighbours of the readouts neighbours and neighbour-mean", fallback: "5",
		applies: func(p *part.Point, _ traits) bool { return readoutOf(p.Readout).knn },
		Text:    func(s *Spec) *string { return &s.KNN }, count: func(p *part.Point) *int { return &p.KNN }},
	{Name: "groups", Readout: true, Doc: "groups that soft-gaussian makes of the target", fallback: "10",
		applies: func(p *part.Point, _ traits) bool { return readoutOf(p.Readout).groups },
		Text:    func(s *Spec) *string { return &s.Groups }, count: func(p *part.Point) *int { return &p.Groups }},
}

// deciding are the axes that decide whether others apply, each behind those
// that decide about it.
var deciding = []string{"method", "front", "layers", "space", "kernel", "gamma", "indefinite", "sigma", "select", "basis", "graph", "readout"}

// inOrder are the axes in an order in which a point's parameters can be set.
func inOrder() []Axis {
	var out []Axis
	for _, name := range deciding {
		a, _ := AxisNamed(name)
		out = append(out, a)
	}
	for _, a := range Axes {
		if !slices.Contains(deciding, a.Name) {
			out = append(out, a)
		}
	}
	return out
}

func inKernelSpace(p *part.Point, _ traits) bool { return p.Space == "kernel" }

func above0(v float64) string {
	if v > 0 {
		return ""
	}
	return "must be above 0"
}

func atLeast0(v float64) string {
	if v >= 0 {
		return ""
	}
	return "must be 0 or above"
}

func share(v float64) string {
	if v > 0 && v < 1 {
		return ""
	}
	return "must be above 0 and below 1"
}

// AxisNamed finds an axis of [Axes].
func AxisNamed(name string) (Axis, bool) {
	for i := range Axes {
		if Axes[i].Name == name {
			return Axes[i], true
		}
	}
	return Axis{}, false
}

// Of is a point's value on the axis, or "" where the axis does not apply.
func (a *Axis) Of(p *part.Point) string {
	switch {
	case a.value != nil:
		return a.value(p).String()
	case a.count != nil:
		if n := *a.count(p); n != 0 {
			return strconv.Itoa(n)
		}
		return ""
	case a.word != nil:
		return *a.word(p)
	}
	return [...]string{"", "off", "on"}[p.Shift]
}

// Same says that two points have the same value on the axis, both one.
func (a *Axis) Same(p, q *part.Point) bool {
	switch {
	case a.value != nil:
		return a.value(p).OK && *a.value(p) == *a.value(q)
	case a.count != nil:
		return *a.count(p) != 0 && *a.count(p) == *a.count(q)
	case a.word != nil:
		return *a.word(p) != "" && *a.word(p) == *a.word(q)
	}
	return p.Shift != part.FlagUnset && p.Shift == q.Shift
}

// Number is a point's value on a numeric axis; false where the axis is of
// words or does not apply.
func (a *Axis) Number(p *part.Point) (float64, bool) {
	switch {
	case a.value != nil:
		v := a.value(p)
		return v.X, v.OK
	case a.count != nil:
		n := *a.count(p)
		return float64(n), n != 0
	}
	return 0, false
}

// With is a point with another value on a numeric axis that applies to it;
// counts are rounded.
func (a *Axis) With(p part.Point, x float64) part.Point {
	if a.count != nil {
		*a.count(&p) = int(math.Round(x))
	} else {
		*a.value(&p) = part.Num(x)
	}
	return p
}

// Text is the point's value on an axis of [Axes], or "" where the axis does not
// apply.
func Text(p part.Point, axis string) string {
	a, ok := AxisNamed(axis)
	if !ok {
		panic("sweep: no axis " + axis)
	}
	return a.Of(&p)
}

// Number is the point's value on a numeric axis; false where the axis is of
// words or does not apply.
func Number(p part.Point, axis string) (float64, bool) {
	a, _ := AxisNamed(axis)
	return a.Number(&p)
}

// Applies says whether a point has the parameter.
func (a *Axis) Applies(p *part.Point) bool {
	return a.applies == nil || a.applies(p, traits{target: p.GraphGroups > 0})
}

// Numeric says whether the axis is one of numbers.
func (a Axis) Numeric() bool { return a.value != nil || a.count != nil }
