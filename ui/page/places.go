package page

import "slices"

// Places are the pages that an action is for: those named, or all but those. The
// zero value is the page alone that lists the action.
type Places struct {
	names  []Name
	others bool
	tabs   bool // those of the point place too, until they are named: see With
}

// Only are the pages named.
func Only(names ...Name) Places { return Places{names: names} }

// But are all pages but those named.
func But(names ...Name) Places { return Places{names: names, others: true} }

// SweepPages are the pages that show the sweep.
var SweepPages = But(Home, Overlay, Editor, Settings, Palette)

// PointPages are the tabs of the point place: there digits pick tabs.
var PointPages = Places{tabs: true}

// AtPoint are the overview and the point place: there a point is under the cursor.
var AtPoint = Places{names: []Name{Overview, Point}, tabs: true}

// With names the tabs that there are.
func (p Places) With(tabs []Tab) Places {
	if !p.tabs {
		return p
	}
	p.names = slices.Clone(p.names)
	for _, t := range tabs {
		p.names = append(p.names, t.page)
	}
	return Places{names: p.names, others: p.others}
}

// Less are all of the places that are others, without those of named ones.
func (p Places) Less(named Places) Places {
	return Places{slices.Concat(p.names, named.names), true, named.tabs}
}

// Has says that a page is among them.
func (p Places) Has(name Name) bool { return slices.Contains(p.names, name) != p.others }

// Without are the places but for one.
func (p Places) Without(name Name) Places {
	if p.others {
		return Places{names: append(slices.Clone(p.names), name), others: true}
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

func (p Places) unset() bool { return p.names == nil && !p.others && !p.tabs }
