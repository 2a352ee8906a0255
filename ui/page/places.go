package page

import "slices"

// Places is the set of pages of an action: the named ones, or all others. The zero value is the
// page that lists the action.
type Places struct {
	names  []Name
	others bool
	tabs   bool // also the tabs of a point, until With adds their names
}

// Only returns the named pages.
func Only(names ...Name) Places { return Places{names: names} }

// But returns all pages except the named ones.
func But(names ...Name) Places { return Places{names: names, others: true} }

// SweepPages are the pages that show the sweep.
var SweepPages = But(Home, Overlay, Editor, Settings, Palette)

// PointPages are the tabs of a point.
var PointPages = Places{tabs: true}

// AtPoint are the overview and the tabs of a point, which have a point under the cursor.
var AtPoint = Places{names: []Name{Overview, Point}, tabs: true}

// With returns the pages with the names of the tabs added.
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

// Has reports whether a page is in the set.
func (p Places) Has(name Name) bool { return slices.Contains(p.names, name) != p.others }

// Without returns the pages except one.
func (p Places) Without(name Name) Places {
	if p.others {
		return Places{names: append(slices.Clone(p.names), name), others: true}
	}
	return Places{names: slices.DeleteFunc(slices.Clone(p.names), func(n Name) bool { return n == name })}
}

// Alone returns the page if the set consists of a single one.
func (p Places) Alone() (name Name, alone bool) {
	if p.others || len(p.names) != 1 {
		return "", false
	}
	return p.names[0], true
}

// IsOnly reports whether the set consists of the named page only.
func (p Places) IsOnly(name Name) bool { return !p.others && slices.Equal(p.names, []Name{name}) }

// isZero reports whether no pages were set.
func (p Places) isZero() bool { return p.names == nil && !p.others && !p.tabs }
