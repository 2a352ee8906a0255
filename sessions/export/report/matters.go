package report

import (
	"fmt"
	"math"
	"strings"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
)

// importanceBlocks returns the share of the score's variance that each axis
// explains, and its effect; none if no axis varies.
func importanceBlocks(m choose.Importance, objective string) []Block {
	lines := m.Lines()
	if lines == nil {
		return nil
	}
	if !m.Enough() || m.Nothing() {
		basis := message.Clean(m.Basis())
		return []Block{Paragraph(strings.ToUpper(basis[:1]) + basis[1:] + ".")}
	}
	t := Table{Head: []string{"axes", "of all points, %", "among the better half, %"}}
	told, rest := m.Notable()
	row := func(name string, s choose.Share) {
		better := "–"
		if !m.BetterNothing() {
			better = choose.Percent(s.BetterHalf, s.BetterHalfError)
		}
		t.Body = append(t.Body, []string{name, choose.Percent(s.Share, s.Error), better})
	}
	var effects Bullets
	for _, s := range told {
		row(s.Name(), s)
		if s.Effect != "" {
			effects = append(effects, message.Clean(s.Effect))
		}
	}
	row("the rest", rest)
	noise := "One validation part cannot separate noise from effects: each share includes some noise."
	if n := float64(m.Noise); !math.IsNaN(n) {
		noise = fmt.Sprintf("%.0f %% of the variance of the mean score is noise, where the validation parts disagree; the shares exclude it.", 100*max(0, min(n, 1)))
	}
	out := []Block{Paragraph(message.Clean(fmt.Sprintf("Shares of the variance of %s %s, %s. A pair has the joint effect of its axes beyond their separate effects.", measure.ChoosesOn(objective), objective, m.Basis()))), t}
	if effects != nil {
		out = append(out, effects)
		noise = "The effects are computed from means over the other axes, with the standard error over the validation parts. " + noise
	}
	return append(out, Paragraph(noise))
}
