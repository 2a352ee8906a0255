package hierarchy

import (
	"fmt"

	"example.com/sfatui/datasets/message"
)

const (
	// maxFunctions bounds the inputs and the functions of a node, like the expansions
	// themselves: at this bound a matrix of second moments takes 2 GiB.
	maxFunctions = 1 << 14
	// maxWidth bounds the inputs, and the features of a layer.
	maxWidth = 1 << 24
	// graphPanels is the number of columns that moments under a graph need besides the
	// values and their centred copy.
	graphPanels = 256
)

// derive completes the derived fields of a layer on top of the previous layers, and
// returns an error if it is impossible.
func (s Shape) derive(l layer) (layer, error) {
	channels, receptive, apart := s.channels, size{1, 1}, size{1, 1}
	if i := len(s.layers) - 1; i >= 0 {
		channels, receptive, apart = s.layers[i].out, s.layers[i].receptive, s.layers[i].inputStride
	}
	l.nodes = size{(l.below.w-l.field.w)/l.stride.w + 1, (l.below.h-l.field.h)/l.stride.h + 1}
	l.receptive = size{receptive.w + (l.field.w-1)*apart.w, receptive.h + (l.field.h-1)*apart.h}
	l.inputStride = size{l.stride.w * apart.w, l.stride.h * apart.h}
	l.in = l.field.count() * channels
	if l.in > maxFunctions {
		return l, fmt.Errorf("a field of %v with %d channels has %d inputs, more than %d: take smaller fields, or keep fewer features below", l.field, channels, l.in, maxFunctions)
	}
	l.components = l.in
	if n := l.keep.Components; n > l.in {
		return l, fmt.Errorf("pca%d of %d inputs: write at most pca%d, or leave it out", n, l.in, l.in)
	} else if n > 0 {
		l.components = n
	}
	functions, err := l.space(l.components)
	if err != nil {
		return l, err
	}
	l.functions = functions.Dim()
	if l.functions > maxFunctions {
		return l, fmt.Errorf("an expansion of %d inputs has %d functions, more than %d: put pca in front, or take smaller fields", l.components, l.functions, maxFunctions)
	}
	if l.features > l.functions {
		return l, fmt.Errorf("sfa%d of %d functions: write at most sfa%d, or take a larger expansion", l.features, l.functions, l.functions)
	}
	l.out = l.components
	if l.features > 0 {
		l.out = l.features
	}
	if l.nodes.count() > maxWidth/l.out {
		return l, fmt.Errorf("%v nodes with %d features each are more than %d: keep fewer, or take a larger stride", l.nodes, l.out, maxWidth)
	}
	return l, nil
}

// String returns a description of the layer, like a row of Table 1.
func (l layer) String() string {
	text := fmt.Sprintf("%v nodes of %v", l.nodes, l.field)
	if l.nodes == (size{1, 1}) {
		text = fmt.Sprintf("one node of %v", l.field)
	} else if l.stride != l.field {
		text += fmt.Sprintf(" at a stride of %v", l.stride)
	}
	text += fmt.Sprintf(" (%v of the inputs): %s", l.receptive, message.Counted(l.in, "input"))
	if l.pca() {
		text += fmt.Sprintf(" → %s%s", l.bound(), message.Counted(l.components, "component"))
	}
	if l.exp08 || l.degree > 0 {
		text += fmt.Sprintf(" → %s%s", l.bound(), message.Counted(l.functions, "function"))
	}
	if l.features > 0 {
		text += " → " + message.Counted(l.features, "feature")
	}
	return text
}

// bound returns the words before a number that the data can reduce.
func (l layer) bound() string {
	if l.keep.Share > 0 {
		return "at most "
	}
	return ""
}

// Bytes returns an estimate of the peak memory of training on n samples, without the
// samples: the features of two layers and, for one node, its inputs, the values of its
// functions, a copy inside the moments, and the workspace of a solve.
func (s Shape) Bytes(n int) int64 {
	var most, below int64
	rows := int64(n)
	for i, l := range s.layers {
		var above int64
		if i+1 < len(s.layers) {
			above = int64(l.nodes.count()) * int64(l.out)
		}
		m, largest := int64(l.functions), int64(max(l.in, l.functions))
		node := rows*(2*m+graphPanels) + 8*largest*largest
		if l.pca() {
			node += rows * int64(l.in)
		}
		most = max(most, rows*(below+above)+node)
		below = above
	}
	return 8 * most
}

// The costs of other work in operations of a matrix product: eigenWork·m³ for a solve
// of order m, and powerWork for a power.
const (
	eigenWork = 30
	powerWork = 200
)

// Cost returns an estimate of the cost of training on n samples and applying the
// network to b rows, in operations of a large matrix product. It is accurate to a
// factor of three.
func (s Shape) Cost(n, b int) float64 {
	sum := 0.0
	for _, l := range s.layers {
		nodes, in, m := float64(l.nodes.count()), float64(l.in), float64(l.functions)
		rows := float64(n) + float64(b)
		node := 2*rows*m*float64(l.out) + 2*float64(n)*m*m + eigenWork*m*m*m
		if l.pca() {
			node += 2*rows*in*float64(l.components) + float64(n)*in*in + eigenWork*in*in*in
		}
		if l.exp08 {
			node += powerWork * rows * m / 2
		}
		sum += nodes * node
	}
	return sum
}
