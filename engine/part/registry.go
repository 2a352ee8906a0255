package part

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// The declared axes and settings. declared is in the order of their IDs; the others contain
// those of a kind, in the order of display (shown), of writing (written), and of setting
// (inSetOrder). JSON contains axesBeforeDivision, then the division of the samples, then
// axesAfterDivision, which are the settings and the axes that affect measures. All are
// declared while the program starts.
var (
	declared           []*Axis
	shown              []*Axis
	written            []*Axis
	inSetOrder         []*Axis
	settings           []*Axis
	axesBeforeDivision []*Axis
	axesAfterDivision  []*Axis
	byName             = map[string]*Axis{}
)

// declare registers an axis and updates the orders. It panics if the name is empty or
// taken.
func declare(a Axis, k kind) *Axis {
	if a.Name == "" || byName[a.Name] != nil || len(declared) > math.MaxUint8 {
		panic(fmt.Sprintf("part: axis %q is declared twice, has no name or is one too many", a.Name))
	}
	a.kind, a.id = k, uint8(len(declared))
	if x, err := strconv.ParseFloat(a.Unset, 64); err == nil && a.Numeric() {
		a.implied = a.encoded(x)
	}
	declared = append(declared, &a)
	byName[a.Name] = &a
	isShared := func(a *Axis) bool { return a.Shared != Varied }
	shown = slices.DeleteFunc(sorted(shownFirst), func(a *Axis) bool { return a.Hidden || isShared(a) })
	written = slices.DeleteFunc(sorted(writtenFirst), isShared)
	inSetOrder = slices.DeleteFunc(sorted(slices.Concat(setFirst, shownFirst)), isShared)
	settings = slices.DeleteFunc(sorted(sharedFirst), func(a *Axis) bool { return !isShared(a) })
	isAfterDivision := func(a *Axis) bool { return isShared(a) || a.Measures }
	axesBeforeDivision = slices.DeleteFunc(slices.Clone(written), isAfterDivision)
	axesAfterDivision = slices.DeleteFunc(sorted(sharedFirst), func(a *Axis) bool { return !isAfterDivision(a) })
	return &a
}

// sorted returns all axes in the given order of names; other axes follow, sorted by name.
func sorted(order []string) []*Axis {
	place := make(map[string]int, len(order))
	for i, name := range order {
		if _, ok := place[name]; !ok {
			place[name] = i + 1
		}
	}
	out := slices.Clone(declared)
	slices.SortFunc(out, func(a, b *Axis) int {
		x, y := place[a.Name], place[b.Name]
		switch {
		case x > 0 && y > 0:
			return cmp.Compare(x, y)
		case x > 0:
			return -1
		case y > 0:
			return 1
		}
		return strings.Compare(a.Name, b.Name)
	})
	return out
}

// Axes returns all axes in display order. Callers must not write to them.
func Axes() []*Axis { return shown }

// InSettingOrder returns all axes in an order in which a point's parameters can be set:
// each follows those that decide whether it applies. Callers must not write to them.
func InSettingOrder() []*Axis { return inSetOrder }

// Settings returns all settings in the order in which they are written. Callers must not
// write to them.
func Settings() []*Axis { return settings }

// AxisNamed returns the axis of [Axes] with a name.
func AxisNamed(name string) (*Axis, bool) {
	a := byName[name]
	return a, a != nil && !a.Hidden && a.Shared == Varied
}

// Named returns the axis of [Axes] or the setting of [Settings] with a name.
func Named(name string) (*Axis, bool) {
	a := byName[name]
	return a, a != nil && !a.Hidden
}

// These orders are fixed, because recorded points, their keys and the order of a sweep's
// points depend on them. Axes that are not listed here follow by name, so a new axis
// needs no line.
var (
	shownFirst = []string{
		"sigma", "lambda", "m", "p", "method", "front", "layers", "space", "kernel", "alpha", "gamma", "degree", "indefinite",
		"cut", "rotation", "graph", "graph-groups", "window", "pairs", "graph-knn", "direction", "iterations", "order",
		"weights", "epochs", "select", "select-sigma", "basis", "shift", "readout", "eta", "knn", "groups",
	}
	setFirst = []string{
		"method", "front", "code", "recovery", "layers", "space", "kernel", "gamma", "indefinite", "sigma", "select", "graph", "basis", "readout", "readout-kernel", "predictability", "pfa-steps",
	}
	writtenFirst = []string{
		"method", "front", "layers", "space", "kernel", "degree", "alpha", "gamma", "indefinite", "sigma", "lambda", "cut",
		"m", "p", "rotation", "graph", "edges-hash", "graph-groups", "window", "pairs", "graph-knn", "direction",
		"iterations", "order", "weights", "epochs", "select", "select-sigma", "basis", "shift", "readout", "eta", "knn", "groups",
	}
	sharedFirst = []string{"standardize", "clip", "tolerance", "predictability"}
)
