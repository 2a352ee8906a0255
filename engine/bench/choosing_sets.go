package main

import (
	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/sweep"
)

// choosingSet is a set that choosing is measured on.
type choosingSet struct {
	name string
	data datasets.Options
	spec sweep.Spec
	// inner is the number of inner splits today, as the program takes it by itself.
	inner string
	// series is one series: each fold is a task of its own, as the program has it, with
	// blocks of the rest to choose on.
	series     bool
	objectives []string
}

// choosingSets are the real sets, with grids small enough for a minute each. Samples
// are few where there are many.
func choosingSets() []choosingSet {
	words := func(name, folder, pattern, where, embed string) choosingSet {
		return choosingSet{
			name: name, data: datasets.Options{Paths: []string{folder}, Name: pattern, Where: where, Embed: embed}, inner: split.DefaultInner,
			spec: grid("4,16", "least-squares", split.Options{Folds: 3, Validation: split.DefaultValidation}), objectives: []string{"slowness", "accuracy"},
		}
	}
	series := func(name string, data datasets.Options) choosingSet {
		return choosingSet{
			name: name, data: data, inner: "8", series: true,
			spec: grid("4", "none", split.Options{Folds: 6, Validation: split.DefaultValidation}), objectives: []string{"slowness"},
		}
	}
	vowels := words("japanese_vowels", "japanese_vowels/JapaneseVowels_TRAIN.ts", "", "", "")
	digits := words("digits", "digits_8x8/digits.csv", "", "", "")
	digits.data.Label, digits.data.Limit, digits.objectives = "label", 900, []string{"accuracy"}
	digits.spec = digits.spec.With("graph", "clustered")
	return []choosingSet{
		words("fsdd", "fsdd_three_seven", "{label}_{group}_{rep}", "rep=5..9", "l=400,epsilon=1,delta=24"),
		words("hvd_espeak", "hvd_espeak_48k", "{label}_{group}_{rep}", "rep=0", "l=500,epsilon=5,delta=200"),
		words("klettres", "klettres_ie_16k", "", "", "l=400,epsilon=2,delta=120"),
		vowels,
		digits,
		standardised(series("tennessee", datasets.Options{Paths: []string{"tennessee_eastman/d00_te.dat"}})),
		series("ecg", datasets.Options{Paths: []string{"ecg_mitbih208/ecg_mV_float64.npy"}, Embed: "l=40,epsilon=1,delta=5", Limit: 6000}),
		standardised(series("occupancy", datasets.Options{Paths: []string{"occupancy/datatraining.txt"}, Label: "Occupancy"})),
		series("ett_h1", datasets.Options{Paths: []string{"ett_h1/ETTh1.csv"}, Limit: 8000}),
		series("ett_h1 embedded", datasets.Options{Paths: []string{"ett_h1/ETTh1.csv"}, Embed: "l=48,epsilon=1,delta=2", Limit: 6000}),
	}
}

// standardised is a set whose inputs are in units of their own.
func standardised(c choosingSet) choosingSet {
	c.spec.Standardize = true
	return c
}

// grid is a sweep over widths, λ, sizes of the subset and numbers of features.
func grid(p, readout string, o split.Options) sweep.Spec {
	return sweep.Spec{Split: o}.With("sigma", "rel:0.25:8:6", "lambda", "0,1e-7,1e-5,1e-3", "m", "50,200", "p", p, "readout", readout)
}
