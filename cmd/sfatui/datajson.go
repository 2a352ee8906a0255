package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"example.com/sfatui/cmd/sfatui/cli"
	"example.com/sfatui/cmd/sfatui/planning"
	"example.com/sfatui/datasets/inspect"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/datasets/propose"
	"example.com/sfatui/datasets/split"
)

// proposal is a proposal in JSON.
type proposal struct {
	What   string `json:"what"`
	Why    string `json:"why"`
	Gives  string `json:"gives"`
	Urgent bool   `json:"urgent"`
	Flags  string `json:"flags"`
}

// withFlags returns proposals with the flags that accept them.
func withFlags(all []propose.Proposal) []proposal {
	out := []proposal{}
	for _, p := range all {
		flags := strings.TrimPrefix(cli.CommandLine(planning.TakingFlags(p)), "sfatui ")
		out = append(out, proposal{message.Clean(p.What), message.Clean(p.Why), message.Clean(p.Gives), p.Urgent, flags})
	}
	return out
}

func proposalLines(all []propose.Proposal) []string {
	name := "proposed"
	var lines []string
	for _, p := range withFlags(all) {
		lines = append(lines, fmt.Sprintf("%-11s %s: %s (%s)", name, p.What, p.Flags, p.Gives))
		name = ""
	}
	return lines
}

// partSizes holds the numbers of samples of a fold's parts. Train is the whole
// training part, and Validation the largest validation part in it.
type partSizes struct {
	Train      int          `json:"train"`
	Validation int          `json:"validation"`
	Test       int          `json:"test"`
	Inner      []innerSizes `json:"inner,omitempty"`
}

type innerSizes struct {
	Fit        int `json:"fit"`
	Validation int `json:"validation"`
}

func sizesOf(f split.Fold) partSizes {
	sizes := partSizes{Train: f.Train.Samples(), Test: f.Test.Samples()}
	for _, in := range f.Inner {
		inner := innerSizes{in.Fit.Samples(), in.Validation.Samples()}
		sizes.Inner = append(sizes.Inner, inner)
		sizes.Validation = max(sizes.Validation, inner.Validation)
	}
	return sizes
}

func printReport(w io.Writer, r *inspect.Report, fitted []string, folds []split.Fold, proposed []proposal) error {
	out := struct {
		*inspect.Report
		Fitted    []string    `json:"fitted"`
		Folds     []partSizes `json:"folds"`
		Proposals []proposal  `json:"proposals"`
	}{r, append([]string{}, fitted...), []partSizes{}, proposed}
	for _, f := range folds {
		out.Folds = append(out.Folds, sizesOf(f))
	}
	b, err := json.Marshal(out)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s\n", message.Clean(string(b)))
	return err
}
