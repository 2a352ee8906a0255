package hierarchy

import (
	"fmt"
	"strconv"
	"strings"

	"example.com/sfatui/engine/space"
)

// Shape is the plan of a network. [Parse] makes it; it is immutable.
type Shape struct {
	grid     size // positions of the inputs
	channels int  // inputs at each position
	layers   []layer
}

// size is a number of positions or nodes across and down.
type size struct{ w, h int }

// layer is one layer of a plan. All its nodes have the same shape.
type layer struct {
	below         size // the grid of the fields
	field, stride size
	keep          space.Keep // of principal components; zero without
	exp08         bool
	degree        int // of the monomials; 0 without
	lambda        float64
	features      int // slow features; 0 for a layer of components alone

	// The fields below follow from those above and the layer below. If a share of the
	// variance is kept, they are upper bounds.
	nodes                          size
	in, components, functions, out int
	receptive, inputStride         size // the field and the stride, in positions of the inputs
}

// Inputs returns the number d of inputs of a sample.
func (s Shape) Inputs() int { return s.grid.w * s.grid.h * s.channels }

// Outputs returns the number of features of all nodes of the last layer. A trained
// network may have fewer, see [Network.Outputs].
func (s Shape) Outputs() int {
	top := s.layers[len(s.layers)-1]
	return top.nodes.count() * top.out
}

// Check returns an error with the remedy if samples have another number of inputs than
// the grid.
func (s Shape) Check(inputs int) error {
	if inputs == s.Inputs() {
		return nil
	}
	return fmt.Errorf("the grid %s is one of %d inputs, but a sample has %d: begin with the width and height of an image, such as 8x8, a length such as %d, or 10x1x3 for a line of 10 positions with 3 inputs each",
		s.gridText(), s.Inputs(), inputs, inputs)
}

// String returns the text of the network in its canonical form: equivalent networks
// have the same text, and [Parse] returns the same Shape for it.
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

// line reports whether the inputs are on a line.
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
		b.WriteString(":pca" + formatExact(l.keep.Share))
	}
	switch {
	case l.exp08:
		b.WriteString(":0.8exp")
	case l.degree > 0:
		b.WriteString(":poly" + strconv.Itoa(l.degree))
	}
	if l.lambda > 0 {
		b.WriteString(":lambda" + formatExact(l.lambda))
	}
	if l.features > 0 {
		b.WriteString(":sfa" + strconv.Itoa(l.features))
	}
}

// formatExact returns the shortest text that parses to the same number.
func formatExact(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// text returns the size in the notation of networks, on a line the width alone.
func (s size) text(line bool) string {
	if line {
		return strconv.Itoa(s.w)
	}
	return fmt.Sprintf("%dx%d", s.w, s.h)
}

// String returns the size in the notation of messages.
func (s size) String() string { return fmt.Sprintf("%d×%d", s.w, s.h) }

func (s size) count() int { return s.w * s.h }

// pca reports whether the layer begins with principal components.
func (l layer) pca() bool { return l.keep != space.Keep{} }

// space returns the function space over d components or inputs.
func (l layer) space(d int) (space.Space, error) {
	switch {
	case l.exp08:
		return space.Exp08{D: d}, nil
	case l.degree > 0:
		return space.NewPolynomial(d, l.degree)
	}
	return space.Linear{D: d}, nil
}

// Space returns the function space of the nodes of a layer, from 0, over d components
// or inputs.
func (s Shape) Space(layer, d int) (space.Space, error) { return s.layers[layer].space(d) }

// positions returns the positions of the field of node k on the grid below, row by row.
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
