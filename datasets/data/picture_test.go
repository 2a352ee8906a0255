package data_test

import (
	"fmt"
	"slices"
	"testing"

	"example.com/sfatui/datasets/data"
)

func TestPictureOfInputs(t *testing.T) {
	numbers := func(format string, from, n int) (out []string) {
		for i := range n {
			out = append(out, fmt.Sprintf(format, from+i))
		}
		return out
	}
	for _, c := range []struct {
		name          string
		inputs        []string
		rows, columns int
		guessed       bool
		place         []int // of the first inputs
	}{
		{"pixels", []string{"r1c1", "r1c2", "r1c3", "r2c1", "r2c2", "r2c3"}, 2, 3, false, []int{0, 1, 2, 3}},
		{"pixels in another order", []string{"r2c1", "r1c1", "r2c2", "r1c2"}, 2, 2, false, []int{1, 3, 0, 2}},
		{"colours", []string{"r1c1k1", "r1c1k2", "r1c2k1", "r1c2k2"}, 1, 4, false, []int{0, 2, 1, 3}},
		{"a pixel is missing", []string{"r1c1", "r1c2", "r2c1"}, 1, 3, false, nil},
		{"one is there twice", []string{"r1c1", "r1c2", "r2c1", "r2c1"}, 1, 4, false, nil},
		{"a row that is too large", []string{"r1c99999999", "r1c1"}, 1, 2, false, nil},
		{"window", []string{"x[0]", "x[5]", "x[10]"}, 1, 3, false, nil},
		{"two channels", []string{"a[0]", "b[0]", "a[1]", "b[1]"}, 2, 2, false, []int{0, 2, 1, 3}},
		{"square", numbers("p%d", 0, 64), 8, 8, true, nil},
		{"too small", numbers("p%d", 0, 9), 1, 9, false, nil},
		{"no square", numbers("p%d", 0, 63), 1, 63, false, nil},
		{"names", []string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p"}, 1, 16, false, nil},
		{"not in order", slices.Concat(numbers("p%d", 8, 8), numbers("p%d", 0, 8)), 1, 16, false, nil},
		{"none", nil, 1, 0, false, nil},
	} {
		p := data.PictureOf(c.inputs)
		if p.Rows != c.rows || p.Columns != c.columns || p.Guessed != c.guessed || len(p.Place) != len(c.inputs) || c.place != nil && !slices.Equal(p.Place[:len(c.place)], c.place) {
			t.Errorf("%s: %+v", c.name, p)
		}
	}
	if got := data.PictureOf([]string{"r2c1", "r1c1", "r2c2", "r1c2"}).Of([]float64{3, 1, 4, 2}); got[0][1] != 2 || got[1][0] != 3 {
		t.Errorf("the picture is %v", got)
	}
}
