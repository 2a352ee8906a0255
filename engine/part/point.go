package part

import "encoding/json"

// Point is one full set of parameters: everything that changes a result. What
// does not apply is zero and left out of the JSON. Points are comparable.
type Point struct {
	Method      string `json:"method"`                 // what is solved for, see Axes
	Front       string `json:"front,omitempty"`        // what is done to the inputs: pca:…, whiten:…
	Layers      string `json:"layers,omitempty"`       // a hierarchical network between the inputs and the space
	Space       string `json:"space"`                  // linear, poly, 0.8exp, kernel
	Kernel      string `json:"kernel,omitempty"`       // see Axes
	Degree      int    `json:"degree,omitempty"`       // of the polynomials or the polynomial kernel
	Alpha       Value  `json:"alpha,omitzero"`         // of the rational quadratic kernel
	Gamma       Value  `json:"gamma,omitzero"`         // of the γ-exponential kernel
	Indefinite  string `json:"indefinite,omitempty"`   // clip: an indefinite kernel is clipped, not refused
	Sigma       Value  `json:"sigma,omitzero"`         // kernel width
	Lambda      Value  `json:"lambda,omitzero"`        // regularisation of the squared Hilbert norm
	Cut         Value  `json:"cut,omitzero"`           // share of the largest eigenvalue of C that counts as zero
	M           int    `json:"m,omitempty"`            // supports asked for; 0 with select all
	P           int    `json:"p"`                      // features asked for
	Rotation    string `json:"rotation,omitempty"`     // ica: features are turned to be independent
	Graph       string `json:"graph,omitempty"`        // training graph; edges:FILE for one from a file
	EdgesHash   string `json:"edges_hash,omitempty"`   // SHA-256 of that file
	GraphGroups int    `json:"graph_groups,omitempty"` // groups along the target
	Window      int    `json:"window,omitempty"`       // width of the window graph
	Pairs       int    `json:"pairs,omitempty"`        // partners drawn for each sample by class-pairs; 0 takes all
	GraphKNN    int    `json:"graph_knn,omitempty"`    // nearest states of GPFA
	Direction   string `json:"direction,omitempty"`    // of GPFA: both, future, past
	Iterations  int    `json:"iterations,omitempty"`   // of GPFA
	Order       int    `json:"order,omitempty"`        // samples in a state of GPFA, or order of PFA's model
	Weights     string `json:"weights,omitempty"`      // columns that weigh the graph: samples, transitions, both
	Epochs      int    `json:"epochs,omitempty"`       // passes of incremental SFA over the samples
	Select      string `json:"select,omitempty"`       // see Axes
	SelectSigma Value  `json:"select_sigma,omitzero"`
	Basis       string `json:"basis,omitempty"`  // stable, printed
	Shift       Flag   `json:"shift,omitzero"`   // evaluate κ−1
	Readout     string `json:"readout"`          // see Axes
	Eta         Value  `json:"eta,omitzero"`     // weight decay of the readout
	KNN         int    `json:"knn,omitempty"`    // neighbours of the readout
	Groups      int    `json:"groups,omitempty"` // groups that the readout makes of the target

	Fold          int    `json:"fold"`
	Folds         int    `json:"folds,omitempty"`
	Repeats       int    `json:"repeats,omitempty"`
	TrainFraction Value  `json:"train_fraction,omitzero"`
	Gap           int    `json:"gap,omitempty"`      // samples left out on both sides of a test block
	By            string `json:"split_by,omitempty"` // what is dealt out whole; "" for what the data suggests
	Validation    Value  `json:"validation,omitzero"`
	Standardize   bool   `json:"standardize,omitempty"`
	Clip          string `json:"clip,omitempty"`           // of outliers, fitted on the training part
	Tolerance     Value  `json:"tolerance,omitzero"`       // of the unit-variance check
	Neighbours    int    `json:"predictability,omitempty"` // q of the predictability measure; 0 leaves it out
	Seed          uint64 `json:"seed"`
	Draw          int    `json:"draw,omitempty"` // which draw of what is random in the point, from 0
}

// DrawSeed is the seed of what is random in the point beside its split.
func (p Point) DrawSeed() uint64 { return p.Seed + uint64(p.Draw)<<32 }

// Config is the point without its fold and draw: points of one Config are
// repeats of the same choice, to be averaged.
func (p Point) Config() Point {
	p.Fold, p.Draw = 0, 0
	return p
}

// DefaultTolerance is how far a training output's variance may be from 1 where
// the user says nothing of it.
const DefaultTolerance = 0.05

// Allowed is how far a training output's variance may be from 1.
func (p Point) Allowed() float64 {
	if p.Tolerance.OK {
		return p.Tolerance.X
	}
	return DefaultTolerance
}

// Axes answers what a point asks of the table of axes. Package sweep sets it, until
// axes are declared beside their parts.
var Axes struct {
	Check  func(*Point) error
	Text   func(p Point, axis string) string
	Number func(p Point, axis string) (float64, bool)
	Label  func(Point) string
}

// UnmarshalJSON reads a point. One that no sweep can make is an error: it may come
// from a stranger's session, and its words are names of what is computed.
func (p *Point) UnmarshalJSON(b []byte) error {
	type plain Point
	var read plain
	if err := json.Unmarshal(b, &read); err != nil {
		return err
	}
	*p = Point(read)
	return Axes.Check(p)
}

// Text is the point's value on an axis, or "" where the axis does not apply.
func (p Point) Text(axis string) string { return Axes.Text(p, axis) }

// Number is the point's value on a numeric axis; false where the axis is of
// words or does not apply.
func (p Point) Number(axis string) (float64, bool) { return Axes.Number(p, axis) }

// Label names the point in a line: every axis that applies, as on the command
// line.
func (p Point) Label() string { return Axes.Label(p) }
