package planning

import (
	"context"

	"example.com/sfatui/cmd/sfatui/exit"
	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/inspect"
	"example.com/sfatui/datasets/propose"
	"example.com/sfatui/engine/sweep"
)

// Proposals are what data suggests of its roles and its preparation; none where it
// cannot be looked at.
func Proposals(ctx context.Context, o datasets.Options, spec sweep.Spec, report *inspect.Report) []propose.Proposal {
	s, err := datasets.Survey(ctx, o)
	if err != nil {
		return nil
	}
	return propose.All(propose.Seen{Options: o, Standardized: spec.Standardize, Folds: max(spec.Split.Folds, spec.Split.Repeats), Survey: s, Report: report})
}

// TakingFlags are the words on a command line that take a proposal.
func TakingFlags(p propose.Proposal) []string {
	var words []string
	for _, c := range p.Changes {
		if words = append(words, "--"+c.Flag); c.Value != "true" {
			words = append(words, c.Value)
		}
	}
	return words
}

// Mend adds to the error of data that cannot be opened the flags that take all
// without which it cannot.
func Mend(ctx context.Context, err error, o datasets.Options, spec sweep.Spec) error {
	if exit.Code(err) != exit.CodeData {
		return err
	}
	var flags []string
	for _, p := range Proposals(ctx, o, spec, nil) {
		if p.Urgent {
			flags = append(flags, TakingFlags(p)...)
		}
	}
	if flags == nil {
		return err
	}
	return exit.Mended(err, flags)
}
