package report

import (
	"fmt"
	"math"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/part"
)

// learningBlocks returns a table per learning curve with the best point of each
// share of the training part; nil without curves.
func learningBlocks(curves []choose.LearningCurve, name func(part.Point) string) (out []Block) {
	for i := range curves {
		c := &curves[i]
		title := "Learning curve"
		if c.Graph != "" {
			title += " under graph " + message.Clean(c.Graph)
		}
		t := Table{Head: []string{"share of the training part", "score on validation", "on test", "best point"}}
		for _, s := range c.Shares {
			test := "–"
			if v := float64(s.Test); !math.IsNaN(v) {
				test = message.Numbers("%.4g", v)
			}
			t.Body = append(t.Body, []string{
				fmt.Sprintf("%g %%", 100*float64(s.Share)), message.Numbers("%.4g", float64(s.Validation)), test, message.Clean(name(s.Row.Config)),
			})
		}
		out = append(out, Heading(title), t)
	}
	return out
}
