package search

import (
	"math"
	"slices"

	"example.com/sfatui/engine/part"
	"gonum.org/v1/gonum/mat"
)

// coordinates returns the positions of configurations, one per row, in the unit cube. A
// numeric axis becomes a column scaled from its smallest to its largest value,
// logarithmically where that is usual. An axis of words becomes one column of 0 and 1
// per word; an axis that some configurations lack has such a column for the missing
// value. Axes without variation have no column.
func coordinates(configs []part.Point) *mat.Dense {
	var columns [][]float64
	for _, axis := range part.Axes() {
		columns = append(columns, columnsOf(axis, configs)...)
	}
	if columns == nil {
		columns = [][]float64{make([]float64, len(configs))}
	}
	x := mat.NewDense(len(configs), len(columns), nil)
	for j, column := range columns {
		x.SetCol(j, column)
	}
	return x
}

// columnsOf returns the columns of one axis.
func columnsOf(axis *part.Axis, configs []part.Point) [][]float64 {
	texts := make([]string, len(configs))
	for i := range configs {
		texts[i] = axis.Of(&configs[i])
	}
	words := slices.Compact(slices.Sorted(slices.Values(texts)))
	if len(words) < 2 {
		return nil
	}
	var out [][]float64
	if axis.Numeric() {
		if column := numbers(axis, configs); column != nil {
			out = append(out, column)
		}
		if words[0] != "" {
			return out
		}
		words = words[:1] // one column for the missing value
	}
	for _, word := range words {
		column := make([]float64, len(configs))
		for i, text := range texts {
			if text == word {
				column[i] = 1
			}
		}
		out = append(out, column)
	}
	return out
}

// numbers returns the column of the values of an axis, with 0.5 for configurations
// without one, or nil if there is one value only. On a logarithmic axis 0 is placed one
// mean step below the smallest positive value.
func numbers(axis *part.Axis, configs []part.Point) []float64 {
	var values []float64
	for i := range configs {
		if v, ok := axis.Number(&configs[i]); ok {
			values = append(values, v)
		}
	}
	slices.Sort(values)
	values = slices.Compact(values)
	if len(values) < 2 {
		return nil
	}
	place := func(v float64) float64 { return v }
	if positive := slices.DeleteFunc(slices.Clone(values), func(v float64) bool { return v <= 0 }); (axis.Log || axis.Whole()) && len(positive) > 1 && values[0] >= 0 {
		lo, hi := math.Log(positive[0]), math.Log(positive[len(positive)-1])
		zero := lo - (hi-lo)/float64(len(positive)-1)
		place = func(v float64) float64 {
			if v <= 0 {
				return zero
			}
			return math.Log(v)
		}
	}
	lo, hi := place(values[0]), place(values[len(values)-1])
	column := make([]float64, len(configs))
	for i := range configs {
		column[i] = 0.5
		if v, ok := axis.Number(&configs[i]); ok {
			column[i] = (place(v) - lo) / (hi - lo)
		}
	}
	return column
}
