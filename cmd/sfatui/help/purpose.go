package help

import (
	"slices"

	"example.com/sfatui/cmd/sfatui/flags"
	"example.com/sfatui/datasets"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/ui/settings"
	"github.com/spf13/pflag"
)

// purpose is a group of flags in the help.
type purpose struct {
	name, about string
	common      []string // listed in the short help
	more        []string // other members that their declaration does not determine
	example     string
}

// purposes lists the groups in display order. A flag that none of them names
// belongs to the axes, the splits, the screen, the preparation or the running,
// depending on where it is declared.
var purposes = []purpose{
	{"data", "what to read", []string{"name", "columns", "where"}, []string{"drop", "transpose", "array", "limit", "image-size", "test-data", "memory"},
		"sfatui data words/ --name '{label}_{group}_{rep}' --where 'rep=5..14'"},
	{"roles", "the roles of columns", []string{"label", "group", "segment", "target"}, []string{"clock", "cut-by", "split-column", "importance", "transition-importance"},
		"sfatui sensors.csv --segment trial --label fault --group subject"},
	{"preparation", "how to prepare the inputs", []string{"standardize", "embed", "missing"}, nil,
		"sfatui run sensors.csv --drop t --missing interpolate:3 --standardize --embed l=40,epsilon=1,delta=5"},
	{"axes", "what to vary in a sweep (a list of values makes an axis)", []string{"sigma", "lambda", "m", "method", "readout"}, nil,
		"sfatui run words/ --sigma rel:0.5:4:7 --lambda 0,1e-7,1e-5 --m 250,500 --method sfa,pca"},
	{"splits", "how to test and choose points", []string{"folds", "inner", "objective"}, nil,
		"sfatui run words/ --leave-one-out --inner 3 --objective slowness"},
	{"running", "how to run the sweep, and where to write it", []string{"sweep", "out", "auto", "dry-run"}, nil,
		"sfatui run words/ --sweep sweep.yaml --auto --auto-time 10m --out words.sfa"},
	{"screen", "appearance of the workbench", []string{"theme", "color"}, nil,
		"sfatui --theme light --color 256"},
}

// purposeOf returns the group of a flag, as an index of purposes.
func purposeOf(flag string) int {
	named := func(name string) int {
		return slices.IndexFunc(purposes, func(p purpose) bool { return p.name == name })
	}
	for i, p := range purposes {
		if slices.Contains(p.common, flag) || slices.Contains(p.more, flag) {
			return i
		}
	}
	if _, ok := part.AxisNamed(flag); ok {
		return named("axes")
	}
	if set := sweep.SettingNamed(flag); set != nil && !set.Prepares() {
		return named("splits")
	}
	if _, ok := settings.Named(flag); ok {
		return named("screen")
	}
	of := pflag.NewFlagSet("", pflag.ContinueOnError)
	if flags.Data(of, &datasets.Options{}, &sweep.Spec{}); of.Lookup(flag) != nil {
		return named("preparation")
	}
	return named("running")
}

// flagsOf returns a command's flags of a group: the commonest first, in their
// order, then the others, axes in theirs.
func flagsOf(f *pflag.FlagSet, group int) []*pflag.Flag {
	place := map[string]int{}
	for i, name := range append(slices.Clone(purposes[group].common), purposes[group].more...) {
		place[name] = i
	}
	for _, set := range sweep.Settings() {
		if _, ok := place[set.Name]; !ok {
			place[set.Name] = len(place)
		}
	}
	for i, a := range part.Axes() {
		if _, ok := place[a.Name]; !ok {
			place[a.Name] = len(place) + i
		}
	}
	var out []*pflag.Flag
	f.VisitAll(func(flag *pflag.Flag) {
		if flag.Name != "help" && !flag.Hidden && purposeOf(flag.Name) == group {
			out = append(out, flag)
		}
	})
	slices.SortStableFunc(out, func(a, b *pflag.Flag) int {
		x, known := place[a.Name]
		y, too := place[b.Name]
		switch {
		case known && too:
			return x - y
		case known:
			return -1
		case too:
			return 1
		}
		return 0
	})
	return out
}
