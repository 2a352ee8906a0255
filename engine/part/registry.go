package part

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// The axes that packages have declared, in the order of their numbers, in which they are
// shown, in which their values are written and in which they are set, and the settings in
// the order in which they are written. They are declared while the program starts, and
// never after. A point is written with the axes before how samples are divided, but for
// those that measure, which stand behind, among the settings.
var (
	declared []*Axis
	shown    []*Axis
	written  []*Axis
	setting  []*Axis
	shared   []*Axis
	before   []*Axis
	behind   []*Axis
	byName   = map[string]*Axis{}
)

// declare takes up an axis.
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
	setting = slices.DeleteFunc(sorted(slices.Concat(setFirst, shownFirst)), isShared)
	shared = slices.DeleteFunc(sorted(sharedFirst), func(a *Axis) bool { return !isShared(a) })
	isBehind := func(a *Axis) bool { return isShared(a) || a.Measures }
	before = slices.DeleteFunc(slices.Clone(written), isBehind)
	behind = slices.DeleteFunc(sorted(sharedFirst), func(a *Axis) bool { return !isBehind(a) })
	return &a
}

// sorted are the axes in an order; those that it does not name come last, by name.
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

// Axes are all axes, in the order they are shown. They may not be written to.
func Axes() []*Axis { return shown }

// InSettingOrder are all axes in an order in which a point's parameters can be set:
// each behind those that decide whether it applies. They may not be written to.
func InSettingOrder() []*Axis { return setting }

// Settings are all settings, in the order in which they are written. They may not be
// written to.
func Settings() []*Axis { return shared }

// AxisNamed finds an axis of [Axes].
func AxisNamed(name string) (*Axis, bool) {
	a := byName[name]
	return a, a != nil && !a.Hidden && a.Shared == Varied
}

// Named finds an axis of [Axes] or a setting of [Settings].
func Named(name string) (*Axis, bool) {
	a := byName[name]
	return a, a != nil && !a.Hidden
}

// The orders are those of before axes were declared beside their parts: recorded points,
// their keys and the order of a sweep's points depend on them. Axes that are not named
// here come behind, so that a new one needs no line.
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
