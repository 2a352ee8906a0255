package page

import (
	"slices"

	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/keys"
)

// Places are the pages that an action is for: those named, or all but those. The
// zero value is the page alone that lists the action.
type Places struct {
	names  []Name
	others bool
}

// Only are the pages named.
func Only(names ...Name) Places { return Places{names: names} }

// But are all pages but those named.
func But(names ...Name) Places { return Places{names, true} }

// SweepPages are the pages that show the sweep.
var SweepPages = But(Home, Overlay, Editor, Settings, Palette)

// PointPages are the tabs of the point place: there digits pick tabs.
var PointPages = Only(Point, Features, Graph, Parts, Atoms, Align, Band, Novelty, Folds, Model)

// Less are all of the places that are others, without those of named ones.
func (p Places) Less(named Places) Places {
	return Places{slices.Concat(p.names, named.names), true}
}

// Has says that a page is among them.
func (p Places) Has(name Name) bool { return slices.Contains(p.names, name) != p.others }

// Without are the places but for one.
func (p Places) Without(name Name) Places {
	if p.others {
		return Places{append(slices.Clone(p.names), name), true}
	}
	return Places{names: slices.DeleteFunc(slices.Clone(p.names), func(n Name) bool { return n == name })}
}

// Alone is the page, where it is one alone.
func (p Places) Alone() (name Name, alone bool) {
	if p.others || len(p.names) != 1 {
		return "", false
	}
	return p.names[0], true
}

// Are says that they are one page alone.
func (p Places) Are(name Name) bool { return !p.others && slices.Equal(p.names, []Name{name}) }

func (p Places) unset() bool { return p.names == nil && !p.others }

// For is the action of a page: for that page alone where it does not say for which.
func (a Action) For(name Name) Action {
	if a.Pages.unset() {
		a.Pages = Only(name)
	}
	return a
}

// Applies says that the action belongs to what is on the screen.
func (a *Action) Applies(mode Mode, shown Name) bool { return a.Modes&mode != 0 && a.Pages.Has(shown) }

// KeyText is how the action's keys are shown.
func (a *Action) KeyText() clean.Text {
	if len(a.Keys) == 0 {
		return ":" + clean.Of(a.ID)
	}
	if n := len(a.Keys); n >= 9 {
		return clean.Of(a.Keys[0]) + "–" + clean.Of(a.Keys[n-1])
	}
	names := make([]clean.Text, len(a.Keys))
	for i, k := range a.Keys {
		names[i] = keys.Name(k)
	}
	return clean.Join(names, " ")
}
