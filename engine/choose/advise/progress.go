package advise

import (
	"fmt"
	"strings"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/measure"
)

// unfinished returns the advice to compute the planned points that are missing.
func unfinished(missing int) Advice {
	are := "are"
	if missing == 1 {
		are = "is"
	}
	return Advice{Kind: Finish, Do: "finish the sweep", Why: fmt.Sprintf("%s %s planned but not computed; conclusions from an unfinished sweep mislead", message.Counted(missing, "fit"), are)}
}

// noChoice returns the advice for a sweep in which nothing can be chosen.
func (f *findings) noChoice() Advice {
	a := Advice{Kind: Choose, Do: "set a validation part aside", Why: "without one (--validation) no point can be chosen: test must never choose"}
	switch {
	case len(f.rows) == 0:
		a = Advice{Kind: Choose, Do: "compute more points", Why: "no point has all of its folds yet"}
	case f.choice.Apart:
		a = Advice{Kind: Choose, Do: "sweep a single graph", Why: "slowness under different graphs cannot be compared, so there is no best point to start from"}
	case f.rows[0].Config.Validated():
		a = Advice{Kind: Choose, Do: "see why nothing can be chosen", Why: fmt.Sprintf("no point has a %s %s", f.By.On(), f.By.Name())}
	}
	return a
}

// done returns the statement that there is nothing to do, with its evidence.
func (f *findings) done() Advice {
	why := fmt.Sprintf("%s %s is %s at %s", f.By.On(), f.By.Name(), formatNumber(f.score(f.best)), f.name(f.best, ""))
	var inside []string
	for _, axis := range f.axes {
		if l := f.lines[axis.Name]; len(l.xs) > 1 {
			inside = append(inside, symbol(axis))
		}
	}
	switch {
	case f.perfect():
		why += ", the best possible value"
	case inside != nil:
		why += ", and no step in " + strings.Join(inside, ", ") + " promises an improvement"
	}
	return Advice{
		Kind: Done, Do: "nothing to do", Why: why + fmt.Sprintf("; its variance is within %s of 1", formatNumber(f.best.Of(measure.Deviation).Mean)),
		Evidence: append(f.scoreEvidence(f.best), evidenceOf(f.best, measure.Deviation.Label, f.best.Of(measure.Deviation).Mean)),
	}
}
