package data

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Picture is a two-dimensional arrangement of a sample's inputs: the pixels of
// an image, the channels of a window over time, or, as a single row, a curve.
type Picture struct {
	Rows, Columns int
	// Place holds the index of the input at each pixel, row by row.
	Place []int
	// Guessed reports that the image is inferred from the number of inputs
	// alone.
	Guessed bool
}

// Curve reports whether the picture is a single row.
func (p Picture) Curve() bool { return p.Rows < 2 }

// Of returns the values of a sample (length Rows·Columns) by row and column.
func (p Picture) Of(x []float64) [][]float64 {
	out := make([][]float64, p.Rows)
	for r := range out {
		out[r] = make([]float64, p.Columns)
		for c := range out[r] {
			out[r][c] = x[p.Place[r*p.Columns+c]]
		}
	}
	return out
}

var (
	pixelName  = regexp.MustCompile(`^r(\d+)c(\d+)(?:k(\d+))?$`)
	laggedName = regexp.MustCompile(`^(.*)\[(\d+)\]$`)
	numbered   = regexp.MustCompile(`^(.*?)_?(\d+)$`)
)

// leastSide is the minimum side of a guessed image.
const leastSide = 4

// PictureOf infers the arrangement of inputs from their names: r1c1 … are the
// pixels of an image, its colours side by side, and x[0] … a window of a delay
// embedding. Consecutively numbered inputs whose number is a square are guessed
// to be an image. All others form a curve.
func PictureOf(inputs []string) Picture {
	if p, ok := imageOf(inputs); ok {
		return p
	}
	if p, ok := windowOf(inputs); ok {
		return p
	}
	p := Picture{Rows: 1, Columns: len(inputs), Place: make([]int, len(inputs))}
	for i := range p.Place {
		p.Place[i] = i
	}
	if side := int(math.Round(math.Sqrt(float64(len(inputs))))); side >= leastSide && side*side == len(inputs) && inOrder(inputs) {
		p.Rows, p.Columns, p.Guessed = side, side, true
	}
	return p
}

// imageOf parses names with row, column and colour.
func imageOf(inputs []string) (Picture, bool) {
	at := make([][3]int, len(inputs))
	var most [3]int
	for i, name := range inputs {
		m := pixelName.FindStringSubmatch(name)
		if m == nil {
			return Picture{}, false
		}
		for k := range at[i] {
			if m[k+1] != "" {
				at[i][k], _ = strconv.Atoi(m[k+1])
			}
			most[k] = max(most[k], at[i][k])
		}
	}
	p := Picture{Rows: most[0], Columns: most[1] * max(most[2], 1)}
	return p, p.setPlaces(len(inputs), func(i int) int {
		return (at[i][0]-1)*p.Columns + max(at[i][2]-1, 0)*most[1] + at[i][1] - 1
	})
}

// windowOf parses names of channels with lags. Each channel is a row.
func windowOf(inputs []string) (Picture, bool) {
	var channels, lags []string
	at := make([][2]int, len(inputs))
	place := func(names *[]string, name string) int {
		i := slices.Index(*names, name)
		if i < 0 {
			i = len(*names)
			*names = append(*names, name)
		}
		return i
	}
	for i, name := range inputs {
		m := laggedName.FindStringSubmatch(name)
		if m == nil {
			return Picture{}, false
		}
		at[i] = [2]int{place(&channels, m[1]), place(&lags, m[2])}
	}
	p := Picture{Rows: len(channels), Columns: len(lags)}
	return p, p.setPlaces(len(inputs), func(i int) int { return at[i][0]*p.Columns + at[i][1] })
}

// setPlaces sets the place of each of n inputs. It returns false unless each
// place has exactly one input.
func (p *Picture) setPlaces(n int, place func(i int) int) bool {
	if n == 0 || p.Rows < 1 || p.Columns < 1 || n%p.Columns != 0 || n/p.Columns != p.Rows {
		return false
	}
	p.Place = make([]int, n)
	taken := make([]bool, n)
	for i := range n {
		at := place(i)
		if at < 0 || at >= n || taken[at] {
			return false
		}
		p.Place[at], taken[at] = i, true
	}
	return true
}

// inOrder reports whether the names are one word with consecutive numbers.
func inOrder(inputs []string) bool {
	word, last := "", 0
	for i, name := range inputs {
		m := numbered.FindStringSubmatch(name)
		if m == nil {
			return false
		}
		n, err := strconv.Atoi(m[2])
		if err != nil || i > 0 && (n != last+1 || !strings.EqualFold(word, m[1])) {
			return false
		}
		word, last = m[1], n
	}
	return true
}
