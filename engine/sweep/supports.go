package sweep

import (
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/subset"
)

// pickingOf is what the choice of supports depends on. Where it looks at the
// kernel its width may be one of its own.
func pickingOf(p part.Point) part.Point {
	at := part.Point{}.With(subset.Name.Is(subset.Name.Of(p)))
	kind := subset.Kinds.Build(p)
	if subset.Kinds.Has(p, subset.Sigma) {
		kernel.Kernels.Copy(&at, p)
		kernel.Indefinite.Set(&at, "")
		kernel.Shift.Set(&at, part.FlagUnset)
		if width := subset.Sigma.Of(p); width.OK {
			kernel.Sigma.Set(&at, width)
		}
	}
	if !kind.Nests {
		subset.M.Set(&at, subset.M.Of(p))
	}
	at.Seed = p.Seed
	if kind.Random {
		at.Draw = p.Draw
	}
	return at
}
