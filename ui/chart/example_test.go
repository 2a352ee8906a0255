package chart_test

import (
	"fmt"

	"example.com/sfatui/ui/chart"
)

func Example() {
	plot := chart.Plot{
		YLabel: "slowness", XLabel: "σ", LogX: true,
		Series: []chart.Series{{Name: "λ=0", X: []float64{0.1, 1, 10}, Y: []float64{0.9, 0.2, 0.5}}},
		Best:   &chart.Mark{X: 1, Y: 0.2},
	}
	for _, line := range plot.Render(40, 10, nil) {
		fmt.Println(line)
	}
	// Output:
	// slowness
	//    │ ●╮
	// 0.8┤  ╰──╮
	// 0.6┤     ╰───╮
	//    │         ╰──╮               ╭─────●
	// 0.4┤            ╰──╮    ╭───────╯
	// 0.2┤               ╰─★──╯
	//    └─┬───────────────┬────────────────┬─
	//   σ 0.1             [1]              10
	// ● λ=0  ★ best
}

func ExampleSpark() {
	fmt.Println(chart.Spark([]float64{1, 2, 4, 8, 4, 2, 1}, 7))
	// Output: ▁▂▄█▄▂▁
}
