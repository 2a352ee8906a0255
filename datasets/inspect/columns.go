package inspect

import (
	"context"
	"math"
	"slices"

	"example.com/sfatui/datasets/data"
)

// column holds the statistics of an input from one pass over the rows.
type column struct {
	data.Extremes       // with the numbers of rows that hold them
	mean, square        float64
	sum                 uint64 // hash of the values' bits, in order
	otherValue          float64
	twoValued, integral bool
	steps               float64 // sum of squared steps within segments
}

// The types of inputs by their values.
const (
	constantType = "constant"
	binaryType   = "two values"
	wholeType    = "whole numbers"
	realType     = "real numbers"
)

// summarise computes the statistics of the inputs over all samples.
func summarise(ctx context.Context, s *data.Set) ([]column, error) {
	first := slices.Clone(s.X.RawRowView(0))
	columns := make([]column, len(first))
	for j, v := range first {
		columns[j] = column{Extremes: data.Extremes{Min: v, Max: v}, otherValue: v, twoValued: true, integral: true}
	}
	for _, seg := range s.Segments {
		var before []float64
		for i := seg.Start; i < seg.End; i++ {
			if i%1024 == 0 && ctx.Err() != nil {
				return nil, ctx.Err()
			}
			row := s.X.RawRowView(i)
			for j, v := range row {
				columns[j].add(v, first[j], i+1)
			}
			for j, v := range before {
				columns[j].steps += (row[j] - v) * (row[j] - v)
			}
			before = row
		}
	}
	return columns, nil
}

// add adds the k-th value of an input, from 1 (Welford's update).
func (c *column) add(v, first float64, k int) {
	c.Add(v)
	delta := v - c.mean
	c.mean += delta / float64(k)
	c.square += delta * (v - c.mean)
	c.sum = (c.sum ^ math.Float64bits(v)) * 0x9e3779b97f4a7c15
	c.sum ^= c.sum >> 29
	c.integral = c.integral && v == math.Trunc(v)
	if v != first && c.twoValued {
		if c.otherValue == first {
			c.otherValue = v
		}
		c.twoValued = v == c.otherValue
	}
}

// deviation returns the standard deviation of n values, with divisor n.
func (c *column) deviation(n int) float64 { return math.Sqrt(c.square / float64(max(1, n))) }

// slowness returns Δ of n values with so many steps; nil if it is undefined.
func (c *column) slowness(n, steps int) *float64 {
	if steps <= 0 || c.square <= 0 || c.kind() == constantType {
		return nil
	}
	delta := c.steps / float64(steps) / (c.square / float64(n))
	return &delta
}

// kind returns the type of the input's values.
func (c *column) kind() string {
	switch {
	case data.Steady(c.Max, c.Min):
		return constantType
	case c.twoValued:
		return binaryType
	case c.integral:
		return wholeType
	}
	return realType
}

// sameInputs reports whether two inputs are equal in all samples.
func sameInputs(s *data.Set, i, j int) bool {
	n, _ := s.X.Dims()
	for t := range n {
		if row := s.X.RawRowView(t); row[i] != row[j] {
			return false
		}
	}
	return true
}
