package advise

import (
	"fmt"
	"strings"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/measure"
)

// unfinished returns the advice to compute the planned points.
func (f *findings) unfinished() Advice {
	are := "are"
	if f.Missing == 1 {
		are = "is"
	}
	return Advice{Kind: Finish, Do: "finish the sweep", Why: fmt.Sprintf("%s %s planned and not computed, and half a sweep misleads", message.Counted(f.Missing, "point"), are)}
}

// noChoice returns the advice for a sweep in which nothing can be chosen.
func (f *findings) noChoice() Advice {
	a := Advice{Kind: Choose, Do: "set a validation part aside", Why: "without one (--validation) no point can be chosen but by test, which is no choice"}
	switch {
	case len(f.rows) == 0:
		a = Advice{Kind: Choose, Do: "compute more points", Why: "no choice of parameters has all of its folds yet"}
	case f.choice.Apart:
		a = Advice{Kind: Choose, Do: "sweep one graph alone", Why: "slowness under different graphs cannot be compared, so that there is no best point to go on from"}
	case f.rows[0].Config.Validated():
		a = Advice{Kind: Choose, Do: "see why nothing can be chosen", Why: fmt.Sprintf("no point has a %s %s", f.By.On(), f.By.Objective)}
	}
	return a
}

// done returns the statement that there is nothing to do, with its evidence.
func (f *findings) done() Advice {
	why := fmt.Sprintf("%s %s is %s at %s", f.By.On(), f.By.Objective, formatNumber(f.score(f.best)), f.name(f.best, ""))
	var inside []string
	for _, axis := range f.axes {
		if l := f.lines[axis.Name]; len(l.xs) > 1 {
			inside = append(inside, symbol(axis))
		}
	}
	switch {
	case f.perfect():
		why += ", the most there is"
	case inside != nil:
		why += ", and no step in " + strings.Join(inside, ", ") + " promises more"
	}
	return Advice{
		Kind: Done, Do: "nothing to do", Why: why + fmt.Sprintf("; its variance is within %s of 1", formatNumber(f.best.Of(measure.Deviation).Mean)),
		Evidence: append(f.scoreEvidence(f.best), evidenceOf(f.best, measure.Deviation.Label, f.best.Of(measure.Deviation).Mean)),
	}
}
