package sweep

import (
	"example.com/sfatui/datasets/split"
)

// Spec is a sweep as the user wrote it. The axes are texts such as
// "0.5,1,2", "log:0.5:500:12", "lin:0:1:5", and for widths "rel:0.25:4:9"
// (multiples of the heuristic width σ₀) or "norm:2" (multiples of the mean
// norm of a sample); every combination is a point. An empty text means the
// default for the data set.
type Spec struct {
	Method      string `json:"method,omitempty"`
	Front       string `json:"front,omitempty"`
	Layers      string `json:"layers,omitempty"`
	Space       string `json:"space,omitempty"`
	Kernel      string `json:"kernel,omitempty"`
	Degree      string `json:"degree,omitempty"`
	Alpha       string `json:"alpha,omitempty"`
	Gamma       string `json:"gamma,omitempty"`
	Indefinite  string `json:"indefinite,omitempty"`
	Sigma       string `json:"sigma,omitempty"`
	Lambda      string `json:"lambda,omitempty"`
	Cut         string `json:"cut,omitempty"`
	M           string `json:"m,omitempty"`
	P           string `json:"p,omitempty"`
	Rotation    string `json:"rotation,omitempty"`
	Graph       string `json:"graph,omitempty"`
	GraphGroups string `json:"graph_groups,omitempty"`
	Window      string `json:"window,omitempty"`
	Pairs       string `json:"pairs,omitempty"`
	GraphKNN    string `json:"graph_knn,omitempty"`
	Direction   string `json:"direction,omitempty"`
	Iterations  string `json:"iterations,omitempty"`
	Order       string `json:"order,omitempty"`
	Weights     string `json:"weights,omitempty"`
	Epochs      string `json:"epochs,omitempty"`
	Select      string `json:"select,omitempty"`
	SelectSigma string `json:"select_sigma,omitempty"`
	Basis       string `json:"basis,omitempty"`
	Shift       string `json:"shift,omitempty"`
	Readout     string `json:"readout,omitempty"`
	Eta         string `json:"eta,omitempty"`
	KNN         string `json:"knn,omitempty"`
	Groups      string `json:"groups,omitempty"`

	Split       split.Options `json:"split"`
	Standardize bool          `json:"standardize,omitempty"`
	// Clip bounds each input by what is usual of it on the training part:
	// quantile:0.01 or mad:5.
	Clip string `json:"clip,omitempty"`
	// Objective is what the best point is best at, on validation: accuracy,
	// rmse or slowness.
	Objective string `json:"objective,omitempty"`
	// Tolerance is how far a training output's variance may be from 1.
	Tolerance float64 `json:"tolerance,omitempty"`
	// Neighbours is the q of the predictability measure; 0 leaves it out.
	Neighbours int `json:"predictability,omitempty"`
	// Draws is how often what is random in a point is drawn; 0 means once.
	Draws int `json:"draws,omitempty"`
}
