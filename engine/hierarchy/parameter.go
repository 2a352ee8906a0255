package hierarchy

import "example.com/sfatui/engine/part"

// Layers is the text of a network, see [Parse].
var Layers = part.NewWord(part.Axis{
	Name: "layers", Always: true, Default: "none", Unset: "none",
	Doc: "a hierarchical network between the inputs and the space: none, or such as 8x8:4x4+2x2:pca12:poly2:sfa8/all:poly2:sfa9 (grid of the inputs, then of each layer the fields, components, expansion and slow features)",
	Read: func(word string) (string, error) {
		shape, err := Parse(word)
		if err != nil {
			return "", err
		}
		return shape.String(), nil
	},
})
