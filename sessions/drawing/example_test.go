package drawing_test

import (
	"fmt"

	"example.com/sfatui/sessions/drawing"
)

func Example() {
	s := drawing.Fit([]float64{0.001, 0.1, 20}, true)
	s.From, s.To = 0, 100
	for _, v := range s.Decades(1, 0) {
		fmt.Printf("%s at %.0f\n", drawing.Number(v, 0.01), s.Place(v))
	}
	fmt.Println(drawing.RampColour(0.5).Hex(), drawing.Marks[1].Glyph)
	// Output:
	// 1e-3 at 0
	// 0.01 at 23
	// 0.1 at 47
	// 1 at 70
	// 10 at 93
	// #27828e ▲
}
