package run

import (
	"fmt"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/result"
)

// chosen names what a readout gives a weight; nil for one that does not choose.
func (m *model) chosen(at part.Point, trained any) []result.ReadoutInput {
	chooses, ok := trained.(readout.Selective)
	if !ok {
		return nil
	}
	out := []result.ReadoutInput{}
	for _, c := range chooses.Chosen() {
		class := ""
		if c.Class >= 0 {
			class = m.Plan.Set.Classes[c.Class]
		}
		out = append(out, result.ReadoutInput{Input: m.nameOfRead(at, c.Index), Class: class, Weight: part.Float(c.Weight)})
	}
	return out
}

// nameOfRead is the name of a column of what the point's readout reads.
func (m *model) nameOfRead(at part.Point, column int) string {
	switch names := m.Plan.Set.Inputs; {
	case !readout.OfInputs(at):
		return fmt.Sprintf("feature %d", column+1)
	case m.data.Fitted.Network != nil:
		return fmt.Sprintf("output %d", column+1)
	case m.data.Fitted.Front != nil:
		return fmt.Sprintf("component %d", column+1)
	default:
		return names[column]
	}
}
