package papers

import (
	"example.com/sfatui/datasets"
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/sweep"
)

// Prefix precedes the name of an experiment in the names of sweeps.
const Prefix = "papers/"

// Experiment is one experiment of a paper.
type Experiment struct {
	// Name identifies the experiment, without [Prefix].
	Name string
	// Paper holds the authors, the year, and the section or figure.
	Paper string
	// Question is the question of the experiment, in one line.
	Question string
	// Found is the paper's finding, in one sentence. It contains nothing measured here.
	Found string
	// Outcome is the outcome of the sweep on the built-in set.
	Outcome Outcome
	// Ours holds further measurements made here, each with its command.
	Ours []Measurement
	// Data is the built-in set that replaces the paper's.
	Data datasets.Options
	// StandIn describes what that set cannot show; "" if it can show all. It does not apply
	// to other data.
	StandIn string
	// Spec is the sweep.
	Spec sweep.Spec
	// Check derives the verdict from the summarised results of the sweep. It accepts rows of
	// any sweep and lists in Verdict.Missing what it needs and does not find.
	Check func(rows []choose.Row) Verdict
}

// Measurement is a result of this program.
type Measurement struct {
	// Says is the result, in one sentence.
	Says string
	// Command is the command line that measures it.
	Command string
}

// Verdict is the result of a check.
type Verdict struct {
	// Here describes the numbers found here.
	Here string
	// Claims holds the parts of the paper's finding with their margins here. Parameters of a
	// claim, such as λ, are chosen on validation.
	Claims []Claim
	// Settings describes the settings that differ from the paper's, apart from sizes; "" if
	// none do.
	Settings string
	// Table holds further numbers, its header first; nil without one.
	Table [][]string
	// Missing describes the results that some claims need and that are absent; "" if none
	// are. Claims then holds the remaining claims; if there are none, no other field is set.
	Missing string
}
