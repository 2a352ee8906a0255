package main

import (
	"context"
	"fmt"
	"strings"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/inspect"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/datasets/propose"
	"example.com/sfatui/engine/sweep"
)

// proposals are what data suggests of its roles and its preparation; none where it
// cannot be looked at.
func proposals(ctx context.Context, o datasets.Options, spec sweep.Spec, report *inspect.Report) []propose.Proposal {
	s, err := datasets.Survey(ctx, o)
	if err != nil {
		return nil
	}
	return propose.All(propose.Seen{Options: o, Standardized: spec.Standardize, Folds: max(spec.Split.Folds, spec.Split.Repeats), Survey: s, Report: report})
}

// proposal is what is proposed, as JSON has it.
type proposal struct {
	What   string `json:"what"`
	Why    string `json:"why"`
	Gives  string `json:"gives"`
	Urgent bool   `json:"urgent"`
	Flags  string `json:"flags"`
}

// takingFlags are the words on a command line that take a proposal.
func takingFlags(p propose.Proposal) []string {
	var words []string
	for _, c := range p.Changes {
		if words = append(words, "--"+c.Flag); c.Value != "true" {
			words = append(words, c.Value)
		}
	}
	return words
}

// written are proposals with the flags that take them.
func written(all []propose.Proposal) []proposal {
	out := []proposal{}
	for _, p := range all {
		flags := strings.TrimPrefix(commandLine(takingFlags(p)), "sfatui ")
		out = append(out, proposal{message.Clean(p.What), message.Clean(p.Why), message.Clean(p.Gives), p.Urgent, flags})
	}
	return out
}

// proposalLines tell of proposals, a line for each.
func proposalLines(all []propose.Proposal) []string {
	name := "proposed"
	var lines []string
	for _, p := range written(all) {
		lines = append(lines, fmt.Sprintf("%-11s %s: %s (%s)", name, p.What, p.Flags, p.Gives))
		name = ""
	}
	return lines
}

// remedied is an error that further flags mend.
type remedied struct {
	error
	flags []string
}

func (e remedied) Unwrap() error { return e.error }

// trying adds to the error of data that cannot be opened the flags that take all
// without which it cannot.
func trying(ctx context.Context, err error, o datasets.Options, spec sweep.Spec) error {
	if exitCode(err) != exitData {
		return err
	}
	var flags []string
	for _, p := range proposals(ctx, o, spec, nil) {
		if p.Urgent {
			flags = append(flags, takingFlags(p)...)
		}
	}
	if flags == nil {
		return err
	}
	return remedied{err, flags}
}
