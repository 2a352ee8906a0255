package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"example.com/sfatui/datasets"
	"example.com/sfatui/engine/sweep"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// dataFlags are the flags that say how to read the data.
func dataFlags(f *pflag.FlagSet, o *datasets.Options, s *sweep.Spec) {
	f.StringVar(&o.Label, "label", "", "column of the class labels")
	f.StringVar(&o.Segment, "segment", "", "column that changes where a new segment begins")
	f.StringVar(&o.Group, "group", "", "column of what must stay on one side of a split, such as the speaker")
	f.StringVar(&o.Target, "target", "", "column of a number to predict")
	f.StringVar(&o.Importance, "importance", "", "column of what each sample weighs in the variance")
	f.StringVar(&o.TransitionImportance, "transition-importance", "", "column of how much features may change at each sample")
	f.StringSliceVar(&o.Drop, "drop", nil, "columns that are not inputs")
	f.StringVar(&o.Name, "name", "", "pattern of file names, such as '{label}_{group}_{rep}'")
	f.BoolVar(&o.Transpose, "transpose", false, "read tables and arrays whose rows are the variables")
	f.StringVar(&o.Missing, "missing", "", "what a missing number does: refuse, or split the segment there")
	f.StringVar(&o.Where, "where", "", "keep the segments whose fields match, such as 'rep=5..14 label=3,7'")
	f.StringVar(&o.Embed, "embed", "", "delay embedding, such as l=500,epsilon=5,delta=50, or none")
	f.StringVar(&o.Normalise, "normalise", "", "scale each segment: peak, rms or none (default peak for sound)")
	f.BoolVar(&s.Standardize, "standardize", false, "scale each input to mean 0 and variance 1 on the training part")
	f.IntVar(&o.Limit, "limit", 0, "use at most that many samples")
	f.StringSliceVar(&o.TestPaths, "test-data", nil, "files or folders to test on, instead of a split")
	f.IntVar(&s.Split.Folds, "folds", 0, "N-fold: each group (or segment, or block) is tested once (default 3 with groups)")
	f.IntVar(&s.Split.Repeats, "repeats", 0, "that many random splits instead of folds")
	f.Float64Var(&s.Split.TrainFraction, "train-fraction", 2.0/3, "share of a random split that is trained on")
	f.Float64Var(&s.Split.Validation, "validation", sweep.DefaultValidation, "share of each training part set aside for choosing the best point")
	f.Uint64Var(&s.Split.Seed, "seed", 1, "seed of splits and random subsets")
	f.StringVar(&s.Objective, "objective", "", "what the best point is best at, on validation: accuracy, rmse or slowness")
}

// sweepFlags are the axes of the sweep.
func sweepFlags(f *pflag.FlagSet, s *sweep.Spec) {
	for _, axis := range sweep.Axes {
		doc := axis.Doc
		if axis.Choices != nil {
			doc += ": " + strings.Join(axis.Choices, "|")
		}
		f.StringVar(axis.Text(s), axis.Name, "", doc)
	}
	f.IntVar(&s.Draws, "draws", 1, "how often what is random in a point is drawn: subsets, pairs, projections")
	f.IntVar(&s.Neighbours, "predictability", 0, "measure the predictability of features by that many neighbours (q)")
	f.Float64Var(&s.Tolerance, "tolerance", 0, "how far a training variance may be from 1 (default 0.05)")
}

// computeFlags bound what computing may use.
func computeFlags(f *pflag.FlagSet, o *sweep.RunOptions) {
	f.IntVar(&o.Workers, "workers", 0, "parts of the sweep computed at once (default: the processors)")
	o.Memory = sweep.AvailableMemory()
	f.Var((*byteSize)(&o.Memory), "memory", "memory the sweep may use, such as 8GiB (default: three quarters of what is free)")
}

// checkRanges refuses numbers that no sweep could use.
func checkRanges(cmd *cobra.Command, o *datasets.Options, s *sweep.Spec, run *sweep.RunOptions) error {
	switch f := cmd.Flags(); {
	case o.Limit < 0 || f.Changed("limit") && o.Limit == 0:
		return usagef("--limit %d: must be at least 1", o.Limit)
	case run.Workers < 0 || f.Changed("workers") && run.Workers == 0:
		return usagef("--workers %d: must be at least 1", run.Workers)
	case s.Split.Folds < 0 || f.Changed("folds") && s.Split.Folds == 0:
		return usagef("--folds %d: must be at least 1", s.Split.Folds)
	case f.Changed("folds") && f.Changed("repeats"):
		return usagef("--folds and --repeats exclude each other: take one")
	case s.Split.Repeats < 0 || f.Changed("repeats") && s.Split.Repeats == 0:
		return usagef("--repeats %d: must be at least 1", s.Split.Repeats)
	case f.Changed("train-fraction") && s.Split.Repeats == 0:
		return usagef("--train-fraction goes with --repeats")
	case s.Draws < 1 || s.Draws > 1000:
		return usagef("--draws %d: must be from 1 to 1000", s.Draws)
	case s.Neighbours < 0 || f.Changed("predictability") && s.Neighbours == 0:
		return usagef("--predictability %d: must be at least 1", s.Neighbours)
	case f.Changed("tolerance") && !(s.Tolerance > 0):
		return usagef("--tolerance %g: must be above 0", s.Tolerance)
	}
	if s.Split.Repeats == 0 {
		s.Split.TrainFraction = 0
	}
	return nil
}

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// byteSize is a number of bytes written like 8GiB, 500M or 1e9.
type byteSize int64

func (b *byteSize) String() string {
	if *b == 0 {
		return ""
	}
	return sweep.FormatBytes(int64(*b))
}

func (b *byteSize) Type() string { return "size" }

func (b *byteSize) Set(text string) error {
	number := strings.TrimRight(text, "KMGTiBkmgtb ")
	unit := strings.ToUpper(strings.TrimSpace(text[len(number):]))
	scale, ok := map[string]float64{
		"": 1, "B": 1, "K": 1 << 10, "KB": 1e3, "KIB": 1 << 10, "M": 1 << 20, "MB": 1e6, "MIB": 1 << 20,
		"G": 1 << 30, "GB": 1e9, "GIB": 1 << 30, "T": 1 << 40, "TB": 1e12, "TIB": 1 << 40,
	}[unit]
	v, err := strconv.ParseFloat(number, 64)
	if err != nil || !ok || !(v*scale >= 1) || v*scale > math.MaxInt64/2 {
		return fmt.Errorf("%q is not a size such as 8GiB", text)
	}
	*b = byteSize(v * scale)
	return nil
}
