package hierarchy

import (
	"fmt"
	"strconv"
	"strings"

	"example.com/sfatui/engine/space"
)

// Shape is the plan of a network. [Parse] makes it; it does not change.
type Shape struct {
	grid     size // positions of the inputs
	channels int  // inputs at each position
	layers   []layer
}

// size is a number of positions or nodes across and down.
type size struct{ w, h int }

// layer is one layer of a plan. All its nodes are alike.
type layer struct {
	below         size // the grid that the fields lie on
	field, stride size
	keep          space.Keep // of principal components; zero without
	exp08         bool
	degree        int // of the monomials; 0 without
	lambda        float64
	features      int // slow ones; 0 for a layer of components alone

	// What follows from the above and the layer below. Where a share of the
	// variance is kept, these are the most there can be.
	nodes                          size
	in, components, functions, out int
	receptive, apart               size // the field and the stride, in positions of the inputs
}

// Inputs is the number d of inputs of a sample.
func (s Shape) Inputs() int { return s.grid.w * s.grid.h * s.channels }

// Outputs is the number of features of the last layer, all its nodes together.
// A trained network can have fewer, see [Network.Outputs].
func (s Shape) Outputs() int {
	top := s.layers[len(s.layers)-1]
	return top.nodes.count() * top.out
}

// Check says what to write when samples have another number of inputs than
// the grid.
func (s Shape) Check(inputs int) error {
	if inputs == s.Inputs() {
		return nil
	}
	return fmt.Errorf("the grid %s is one of %d inputs, but a sample has %d: begin with the width and height of an image, such as 8x8, a length such as %d, or 10x1x3 for a line of 10 positions with 3 inputs each",
		s.gridText(), s.Inputs(), inputs, inputs)
}

// String is the text of the network in its one canonical form: whatever means
// the same is written the same, and [Parse] reads it back as the same Shape.
func (s Shape) String() string {
	var b strings.Builder
	b.WriteString(s.gridText())
	for i, l := range s.layers {
		if i == 0 {
			b.WriteByte(':')
		} else {
			b.WriteByte('/')
		}
		l.write(&b, s.line())
	}
	return b.String()
}

// line reports whether the inputs lie in a line.
func (s Shape) line() bool { return s.grid.h == 1 }

func (s Shape) gridText() string {
	if s.channels > 1 {
		return fmt.Sprintf("%sx%d", s.grid.text(false), s.channels)
	}
	return s.grid.text(s.line())
}

func (l layer) write(b *strings.Builder, line bool) {
	switch {
	case l.field == l.below:
		b.WriteString("all")
	case l.stride == l.field:
		b.WriteString(l.field.text(line))
	default:
		b.WriteString(l.field.text(line) + "+" + l.stride.text(line))
	}
	switch {
	case l.keep.Components > 0:
		b.WriteString(":pca" + strconv.Itoa(l.keep.Components))
	case l.keep.Share > 0:
		b.WriteString(":pca" + plain(l.keep.Share))
	}
	switch {
	case l.exp08:
		b.WriteString(":0.8exp")
	case l.degree > 0:
		b.WriteString(":poly" + strconv.Itoa(l.degree))
	}
	if l.lambda > 0 {
		b.WriteString(":lambda" + plain(l.lambda))
	}
	if l.features > 0 {
		b.WriteString(":sfa" + strconv.Itoa(l.features))
	}
}

// plain is the shortest text that reads back as the same number.
func plain(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// text is the size as a network is written, on a line the width alone.
func (s size) text(line bool) string {
	if line {
		return strconv.Itoa(s.w)
	}
	return fmt.Sprintf("%dx%d", s.w, s.h)
}

// String is the size for people.
func (s size) String() string { return fmt.Sprintf("%d×%d", s.w, s.h) }

func (s size) count() int { return s.w * s.h }

// pca reports whether the layer begins with principal components.
func (l layer) pca() bool { return l.keep != space.Keep{} }

// space is the function space over d components or inputs.
func (l layer) space(d int) (space.Space, error) {
	switch {
	case l.exp08:
		return space.Exp08{D: d}, nil
	case l.degree > 0:
		return space.NewPolynomial(d, l.degree)
	}
	return space.Linear{D: d}, nil
}

// Space is the function space that the nodes of a layer, from 0, have over d
// components or inputs.
func (s Shape) Space(layer, d int) (space.Space, error) { return s.layers[layer].space(d) }

// positions are the places of the field of node k on the grid below, row by
// row.
func (l layer) positions(k int) []int {
	x, y := k%l.nodes.w*l.stride.w, k/l.nodes.w*l.stride.h
	var out []int
	for j := y; j < y+l.field.h; j++ {
		for i := x; i < x+l.field.w; i++ {
			out = append(out, j*l.below.w+i)
		}
	}
	return out
}
