package papers

import (
	"example.com/sfatui/datasets"
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/sweep"
)

// Prefix stands before the name of an experiment where sweeps are named.
const Prefix = "papers/"

// Experiment is one experiment of a paper.
type Experiment struct {
	// Name is what it is asked for by, without [Prefix].
	Name string
	// Paper is the authors, the year, and the section or figure.
	Paper string
	// Question is what the experiment asks, in a line.
	Question string
	// Found is what the paper found, in a sentence, and nothing that was measured here.
	Found string
	// Outcome is what the sweep says of that on the built-in set.
	Outcome Outcome
	// Ours is what was measured here beside the sweep, each with its command.
	Ours []Measurement
	// Data is the built-in set that stands for the paper's.
	Data datasets.Options
	// StandIn says what that set cannot show; "" for nothing. Of other data it is not said.
	StandIn string
	// Spec is the sweep.
	Spec sweep.Spec
	// Check says from the summarised results of the sweep what was found here.
	// It takes rows of any sweep: what it looks for and does not find among them
	// is in Verdict.Missing.
	Check func(rows []choose.Row) Verdict
}

// Measurement is a result of this program.
type Measurement struct {
	// Says is the result in a sentence.
	Says string
	// Command is the command line that measures it.
	Command string
}

// Verdict is what was found here.
type Verdict struct {
	// Here is the numbers found, in words.
	Here string
	// Claims are the parts of what the paper found, with the margins by which they are
	// met here. What a claim chooses, such as λ, it chooses on validation.
	Claims []Claim
	// Settings says what had to be otherwise than in the paper for it; "" for nothing
	// but the sizes.
	Settings string
	// Table holds more of the numbers, the heads of its columns first; nil where
	// there is none.
	Table [][]string
	// Missing says what is not there to judge all claims by; "" where all is. Claims are
	// those that can be judged without it; nothing else is set where there are none.
	Missing string
}
