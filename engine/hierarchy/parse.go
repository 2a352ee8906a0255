package hierarchy

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/space"
)

// maxNumber limits the counts in the text of a network, maxLayers its layers. Larger
// numbers are typing errors.
const (
	maxNumber = 1 << 20
	maxLayers = 64
)

// Parse parses the text of a network as described by the package. An error names the
// layer, the problem, and the remedy.
func Parse(text string) (Shape, error) {
	first, rest, _ := strings.Cut(text, ":")
	s, err := parseGrid(first)
	if err != nil {
		return Shape{}, err
	}
	layers := strings.Split(rest, "/")
	if len(layers) > maxLayers {
		return Shape{}, fmt.Errorf("%d layers: take at most %d", len(layers), maxLayers)
	}
	for i, words := range layers {
		l, err := s.parseLayer(words)
		if err == nil {
			l, err = s.derive(l)
		}
		if err != nil {
			return Shape{}, fmt.Errorf("layer %d: %w", i+1, err)
		}
		s.layers = append(s.layers, l)
	}
	return s, nil
}

// parseGrid parses W, WxH or WxHxC.
func parseGrid(text string) (Shape, error) {
	numbers, err := parseCounts(text)
	if err != nil || len(numbers) > 3 {
		return Shape{}, fmt.Errorf("%q: a network starts with the grid of the inputs and a colon: 8x8: (width x height), 8x8x3: (with 3 inputs at each position) or 40: (a line)", text)
	}
	s := Shape{grid: size{numbers[0], 1}, channels: 1}
	if len(numbers) > 1 {
		s.grid.h = numbers[1]
	}
	if len(numbers) > 2 {
		s.channels = numbers[2]
	}
	if all := float64(s.grid.w) * float64(s.grid.h) * float64(s.channels); all > maxWidth {
		return Shape{}, fmt.Errorf("the grid %s has %.3g inputs: at most %d", text, all, maxWidth)
	}
	return s, nil
}

// parseCounts parses counts that are separated by x.
func parseCounts(text string) ([]int, error) {
	var out []int
	for word := range strings.SplitSeq(text, "x") {
		n, err := parseCount(word)
		if err != nil {
			return nil, err
		}
		out = append(out, n)
	}
	return out, nil
}

// parseCount parses an integer of at least 1.
func parseCount(text string) (int, error) {
	n, err := strconv.ParseUint(text, 10, 32)
	if err != nil || n < 1 || n > maxNumber {
		return 0, fmt.Errorf("%q is not a whole number from 1 to %d", text, maxNumber)
	}
	return int(n), nil
}

// parseLayer parses the words of the next layer.
func (s Shape) parseLayer(text string) (layer, error) {
	words := strings.Split(text, ":")
	l := layer{below: s.top()}
	if text == "" {
		return l, errors.New("empty layer: a layer is FIELD:pcaN:EXPANSION:sfaN, such as " + s.example())
	}
	var err error
	if l.field, l.stride, err = s.parseField(words[0]); err != nil {
		return l, err
	}
	stage := 0
	for _, word := range words[1:] {
		at, err := l.parseStep(word)
		if err != nil {
			return l, err
		}
		if at <= stage {
			return l, fmt.Errorf("%q is out of order: the order is field, pca, expansion, lambda, sfa, each once", word)
		}
		stage = at
	}
	return l, l.checkComplete()
}

// example returns a layer that fits the grid.
func (s Shape) example() string {
	if s.line() {
		return "10+5:pca8:0.8exp:sfa6 or all:poly2:sfa10"
	}
	return "4x4+2x2:pca12:poly2:sfa8 or all:poly2:sfa10"
}

// top returns the grid below the next layer.
func (s Shape) top() size {
	if len(s.layers) == 0 {
		return s.grid
	}
	return s.layers[len(s.layers)-1].nodes
}

// parseStep parses one word after the field, and returns its place in the order.
func (l *layer) parseStep(word string) (place int, err error) {
	number := func(name string) string { return strings.TrimPrefix(word, name) }
	switch {
	case strings.HasPrefix(word, "pca"):
		l.keep, err = parseKeep(number("pca"))
		return 1, err
	case word == "none":
		return 2, nil
	case word == "0.8exp":
		l.exp08 = true
		return 2, nil
	case strings.HasPrefix(word, "poly"):
		l.degree, err = parseCount(number("poly"))
		if err == nil && l.degree < 2 {
			err = fmt.Errorf("%q is not an expansion: leave it out, or use poly2", word)
		}
		return 2, err
	case strings.HasPrefix(word, "lambda"):
		l.lambda, err = strconv.ParseFloat(number("lambda"), 64)
		if err != nil || !(l.lambda >= 0) || math.IsInf(l.lambda, 1) {
			err = fmt.Errorf("%q: expected a number of at least 0 after lambda, such as lambda1e-4", word)
		}
		l.lambda = math.Abs(l.lambda) // −0 is 0
		return 3, err
	case strings.HasPrefix(word, "sfa"):
		l.features, err = parseCount(number("sfa"))
		return 4, err
	}
	return 0, fmt.Errorf("%q is unknown: choose from pcaN, poly2, 0.8exp, none, lambda1e-4, sfaN", word)
}

// parseKeep parses a number of components or a share of the variance.
func parseKeep(text string) (space.Keep, error) {
	if n, err := parseCount(text); err == nil {
		return space.Keep{Components: n}, nil
	}
	share, err := strconv.ParseFloat(text, 64)
	if err != nil || !(share > 0 && share < 1) {
		return space.Keep{}, fmt.Errorf("%q: expected a number of components after pca, such as pca12, or a share of the variance below 1, such as pca0.95", text)
	}
	return space.Keep{Share: share}, nil
}

// checkComplete returns an error if a part of the layer is missing.
func (l layer) checkComplete() error {
	switch {
	case l.features > 0:
		return nil
	case !l.pca():
		return errors.New("the layer has no features: end it with sfaN, such as sfa8")
	case l.exp08 || l.degree > 0 || l.lambda > 0:
		return errors.New("an expansion and lambda require slow features: end the layer with sfaN, such as sfa8, or leave them out")
	}
	return nil
}

// Layers is the text of a network, see [Parse].
var Layers = part.NewWord(part.Axis{
	Name: "layers", Always: true, Default: "none", Unset: "none",
	Doc: "hierarchical network between the inputs and the function space: none, or for example 8x8:4x4+2x2:pca12:poly2:sfa8/all:poly2:sfa9 (grid of the inputs, then for each layer its fields, components, expansion and slow features)",
	Read: func(word string) (string, error) {
		shape, err := Parse(word)
		if err != nil {
			return "", err
		}
		return shape.String(), nil
	},
})
