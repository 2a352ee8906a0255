package sweep

import "example.com/sfatui/datasets"

// Spec is a sweep as the user wrote it. The axes are texts such as
// "0.5,1,2", "log:0.5:500:12", "lin:0:1:5", and for widths "rel:0.25:4:9"
// (multiples of the heuristic width σ₀) or "norm:2" (multiples of the mean
// norm of a sample); every combination is a point. An empty text means the
// default for the data set.
type Spec struct {
	Method      string `json:"method,omitempty"`
	Front       string `json:"front,omitempty"`
	Space       string `json:"space,omitempty"`
	Kernel      string `json:"kernel,omitempty"`
	Degree      string `json:"degree,omitempty"`
	Alpha       string `json:"alpha,omitempty"`
	Gamma       string `json:"gamma,omitempty"`
	Sigma       string `json:"sigma,omitempty"`
	Lambda      string `json:"lambda,omitempty"`
	M           string `json:"m,omitempty"`
	P           string `json:"p,omitempty"`
	Graph       string `json:"graph,omitempty"`
	GraphGroups string `json:"graph_groups,omitempty"`
	Window      string `json:"window,omitempty"`
	Select      string `json:"select,omitempty"`
	SelectSigma string `json:"select_sigma,omitempty"`
	Basis       string `json:"basis,omitempty"`
	Shift       string `json:"shift,omitempty"`
	Readout     string `json:"readout,omitempty"`
	Eta         string `json:"eta,omitempty"`
	KNN         string `json:"knn,omitempty"`
	Groups      string `json:"groups,omitempty"`

	Split       datasets.SplitOptions `json:"split"`
	Standardize bool                  `json:"standardize,omitempty"`
	// Objective is what the best point is best at, on validation: accuracy,
	// rmse or slowness.
	Objective string `json:"objective,omitempty"`
	// Tolerance is how far a training output's variance may be from 1.
	Tolerance float64 `json:"tolerance,omitempty"`
}

// Axis describes one axis of a Spec: one table serves the command line's
// flags, the workbench's editor and the text that reproduces a sweep.
type Axis struct {
	// Name is the flag's name, such as "sigma"; Symbol the papers' sign.
	Name, Symbol string
	// Doc says in a line what it is and what may be written.
	Doc string
	// Choices are the allowed words; nil for numbers.
	Choices []string
	// Text points at the axis in a Spec.
	Text func(*Spec) *string
}

// Axes is the table of all axes, in the order they are shown.
var Axes = []Axis{
	{"sigma", "σ", "kernel widths: 1,2,5 log:0.5:500:12 lin:1:9:5, rel:… times the heuristic width, norm:… times the mean norm; a prefix holds for what follows it", nil, func(s *Spec) *string { return &s.Sigma }},
	{"lambda", "λ", "regularisation: 0,1e-7,1e-5 or log:1e-9:1e-1:9", nil, func(s *Spec) *string { return &s.Lambda }},
	{"m", "m", "subset sizes: 100,200,400 or lin:100:500:5", nil, func(s *Spec) *string { return &s.M }},
	{"p", "p", "numbers of features: 8,16,32", nil, func(s *Spec) *string { return &s.P }},
	{"method", "", "what is solved for", []string{"sfa", "pca"}, func(s *Spec) *string { return &s.Method }},
	{"front", "", "components of the inputs that the space is built on: none, pca:20, whiten:20, whiten:0.99 (a share of the variance)", nil, func(s *Spec) *string { return &s.Front }},
	{"space", "", "function space", []string{"kernel", "linear", "poly", "0.8exp"}, func(s *Spec) *string { return &s.Space }},
	{"kernel", "", "kernel function", kernelNames(), func(s *Spec) *string { return &s.Kernel }},
	{"alpha", "α", "shape of the rational quadratic kernel", nil, func(s *Spec) *string { return &s.Alpha }},
	{"gamma", "γ", "exponent of the γ-exponential kernel, at most 2", nil, func(s *Spec) *string { return &s.Gamma }},
	{"degree", "k", "degrees of --space poly and of the kernel (1 + x·z)^k: 2,3", nil, func(s *Spec) *string { return &s.Degree }},
	{"graph", "", "training graph", graphNames(), func(s *Spec) *string { return &s.Graph }},
	{"graph-groups", "", "groups that serial and mixed graphs make of the target", nil, func(s *Spec) *string { return &s.GraphGroups }},
	{"window", "d", "width of the sliding window graph, in samples of the sorted target or labels", nil, func(s *Spec) *string { return &s.Window }},
	{"select", "", "how supports are chosen", selectionNames(), func(s *Spec) *string { return &s.Select }},
	{"select-sigma", "", "width used for choosing supports; default the point's own σ", nil, func(s *Spec) *string { return &s.SelectSigma }},
	{"basis", "", "stable: orthonormal in the Hilbert space; printed: Algorithm 1 to the letter", []string{"stable", "printed"}, func(s *Spec) *string { return &s.Basis }},
	{"shift", "", "evaluate κ−1, which keeps digits at large σ", []string{"on", "off"}, func(s *Spec) *string { return &s.Shift }},
	{"readout", "", "supervised step", readoutNames(), func(s *Spec) *string { return &s.Readout }},
	{"eta", "η", "weight decay of logistic and of ridge regression", nil, func(s *Spec) *string { return &s.Eta }},
	{"knn", "", "neighbours of the readouts neighbours and neighbour-mean", nil, func(s *Spec) *string { return &s.KNN }},
	{"groups", "", "groups that soft-gaussian makes of the target", nil, func(s *Spec) *string { return &s.Groups }},
}
