package sweep_test

import (
	"strings"
	"testing"

	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/sweeptest"
)

// What learning a front takes is in the plan's memory and time: more with more atoms, once
// for all points that share the front, and refused where it does not fit.
func TestFrontsAreCounted(t *testing.T) {
	set := sweeptest.Trials(6, 4, 100)
	plan := func(front, kernels string) *sweep.Plan {
		return sweeptest.Plan(t, set, sweeptest.Spec().With("front", front, "space", kernels))
	}
	cost := func(p *sweep.Plan) (sum float64) {
		for _, e := range p.Entries {
			sum += e.Cost
		}
		return sum
	}
	memory := func(p *sweep.Plan) int64 {
		m, err := p.Memory(1, 1<<40)
		if err != nil {
			t.Fatal(err)
		}
		return m.Job
	}
	few, many := plan("ksvd:40:2", "linear"), plan("ksvd:200:2", "linear")
	if !(cost(few) > 10*cost(plan("none", "linear")) && cost(many) > 2*cost(few)) {
		t.Errorf("40 atoms cost %g, 200 %g, none %g", cost(few), cost(many), cost(plan("none", "linear")))
	}
	n := int64(few.Jobs[0].Fold.Train.Samples())
	if !(memory(many) >= memory(few)+8*160*n) {
		t.Errorf("200 atoms need %d bytes, 40 need %d, for %d training samples", memory(many), memory(few), n)
	}
	spaces := func(front string) *sweep.Plan {
		return sweeptest.Plan(t, set, sweeptest.Spec().With("front", front, "space", "linear,kernel", "sigma", "1,2,4", "m", "20"))
	}
	if all, one := cost(spaces("ksvd:40:2"))-cost(spaces("none")), cost(few); !(all < 2.5*one) {
		t.Errorf("four spaces behind one front, of centred inputs and others, cost %g more, one %g", all, one)
	}
	if _, err := many.Memory(1, memory(many)/8); err == nil || !strings.Contains(err.Error(), "take fewer samples") {
		t.Errorf("what does not fit: %v", err)
	}
}
