package advise

import (
	"fmt"
	"slices"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/part"
)

const (
	// elsewhereMargin is by what share another row may be worse than the best and still
	// promise something.
	elsewhereMargin = 0.1
	// elsewhereLimit is how many of them are looked at.
	elsewhereLimit = 3
)

// elsewhere looks at the best rows far from the best one: where its own
// surroundings are searched, theirs may hold a better one.
func (f *findings) elsewhere() []Advice {
	if !f.best.Sound() || f.perfect() {
		return nil
	}
	rows := slices.DeleteFunc(slices.Clone(f.rows), func(r *choose.Row) bool {
		return !r.Sound() || !(f.gain(f.best, r) <= elsewhereMargin)
	})
	slices.SortStableFunc(rows, func(a, b *choose.Row) int {
		switch g := f.gain(a, b); {
		case g > 0:
			return -1
		case g < 0:
			return 1
		}
		return 0
	})
	seen := []*choose.Row{f.best}
	for _, r := range rows {
		if slices.ContainsFunc(seen, func(s *choose.Row) bool { return !apart(r, s) }) {
			continue
		}
		seen = append(seen, r)
		there := *f
		there.centre(r)
		if list := ranked(there.alongAxes()); len(list) > 0 {
			a := list[0]
			a.Kind = Elsewhere
			a.Why += fmt.Sprintf("; that is within %s %% of the best, %s", number(100*max(f.gain(f.best, r), 0.001)), f.name(f.best, ""))
			a.Evidence = append(a.Evidence, f.scored(f.best)...)
			return []Advice{a}
		}
		if len(seen) > elsewhereLimit {
			break
		}
	}
	return nil
}

// apart says that two rows are of different places: their σ, m or p, or what
// else there is of numbers but the regularisation, differs by a factor of two.
func apart(a, b *choose.Row) bool {
	for _, name := range searchedAxes {
		axis, _ := part.AxisNamed(name)
		x, inA := axis.Number(&a.Config)
		y, inB := axis.Number(&b.Config)
		if inA && inB && name != "lambda" && name != "eta" && max(x, y) >= 2*min(x, y) {
			return true
		}
	}
	return false
}
