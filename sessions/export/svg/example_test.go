package svg_test

import (
	"fmt"
	"math"
	"strings"

	"example.com/sfatui/sessions/export/svg"
)

func Example() {
	curve := svg.Curve{Name: "λ=0"}
	curve.Add(0.1, 0.9, "σ=0.1: 0.9")
	curve.Add(1, 0.2, "σ=1: 0.2")
	chart := svg.Chart{Title: "slowness", X: "σ", LogX: true, Curves: []svg.Curve{curve}, Limit: math.NaN()}
	var file strings.Builder
	if err := svg.Write(&file, chart); err != nil {
		fmt.Println(err)
	}
	fmt.Println(strings.Count(file.String(), "<polyline"), "line,", strings.Count(file.String(), "<title>σ="), "tooltips")
	// Output: 1 line, 2 tooltips
}
