package data

import (
	"cmp"
	"slices"
)

// Span is a range of rows [Start, End) within one segment.
type Span struct {
	Segment    int
	Start, End int
}

// Len returns the number of samples in the span.
func (s Span) Len() int { return s.End - s.Start }

// Part is a list of spans in row order.
type Part []Span

// Samples returns the number of samples in the part.
func (p Part) Samples() int {
	n := 0
	for _, s := range p {
		n += s.Len()
	}
	return n
}

// Rows returns the rows [from, to) of the part, counted within the part.
func (p Part) Rows(from, to int) Part {
	var out Part
	at := 0
	for _, span := range p {
		lo, hi := max(from-at, 0), min(to-at, span.Len())
		if lo < hi {
			out = append(out, Span{span.Segment, span.Start + lo, span.Start + hi})
		}
		at += span.Len()
	}
	return out
}

// Joined sorts spans by row and merges adjacent spans of a segment.
func Joined(p Part) Part {
	slices.SortFunc(p, func(a, b Span) int { return cmp.Compare(a.Start, b.Start) })
	var out Part
	for _, s := range p {
		if n := len(out); n > 0 && out[n-1].Segment == s.Segment && out[n-1].End == s.Start {
			out[n-1].End = s.End
		} else {
			out = append(out, s)
		}
	}
	return out
}
