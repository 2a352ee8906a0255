package graph

import (
	"context"
	"errors"
	"fmt"

	"example.com/sfatui/engine/part"
)

var clustered = part.Part[Kind]{Name: "clustered", Doc: "all pairs of samples of one class", Build: Kind{
	Labels: true, Apart: true,
	New: func(_ context.Context, s Samples, _ part.Point) (Graph, error) { return Clustered(s.Label) },
}}

// Clustered joins all samples of a class: v = 1 and γ = 1/N_s within class s of N_s
// samples, self-loops included, so Q = R = n. It is consistent, and its features are
// those of Fisher's discriminant. (Escalante-B. and Wiskott 2013, section 4.1, Eq.
// 54–59.)
//
// label is the class of each sample, from 0. A sample with a negative label has no
// class: it has weight 0 and no edges.
//
// There must be two classes, and two samples of each: a class of one sample could take
// all variance of a feature at Δ = 0.
func Clustered(label []int) (Graph, error) {
	b, err := classes(label)
	if err != nil {
		return nil, err
	}
	for g := range b.groups() {
		b.within[g] = 1 / b.size(g)
	}
	return b.setWeights(unitWeight), nil
}

// unitWeight returns 1, the vertex weight of samples that all count equally.
func unitWeight(int) float64 { return 1 }

// classes groups samples by class; all pairs will have self-loops.
func classes(label []int) (*bands, error) {
	b := newBands(label)
	b.loops = true
	if b.groups() == 0 {
		return nil, errors.New("no sample has a class: a graph of classes needs labels")
	}
	if b.groups() == 1 {
		return nil, fmt.Errorf("all samples are of class %d: a graph of classes needs two", label[b.order[0]])
	}
	for g := range b.groups() {
		if m := b.members(g); len(m) == 1 {
			return nil, &RowError{m[0], "it is the only one of its class, so it has no pair: collect more, or leave its label out"}
		}
	}
	return b, nil
}
