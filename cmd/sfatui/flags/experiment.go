package flags

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"example.com/sfatui/cmd/sfatui/cli"
	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/papers"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Experiment is the experiment of a paper that --sweep selects; zero for none.
type Experiment struct{ papers.Experiment }

// isExperiment reports whether --sweep means an experiment, not a file.
func isExperiment(path string) bool {
	_, err := os.Stat(path)
	return err != nil && strings.HasPrefix(path, papers.Prefix)
}

// Paths returns the paths of the data: args, or the experiment's own if there
// are none.
func (x *Experiment) Paths(args []string) []string {
	if len(args) == 0 {
		return x.Data.Paths
	}
	return args
}

// apply finds the experiment and sets its flags, unless the command line sets
// them. With other data it omits the flags for reading the experiment's data.
func (x *Experiment) apply(cmd *cobra.Command, name string, args []string) error {
	var ok bool
	if x.Experiment, ok = papers.Named(name); !ok {
		var names []string
		for _, e := range papers.Experiments() {
			names = append(names, papers.Prefix+e.Name)
		}
		return message.Mistaken(cli.Usagef("--sweep %s: there is no such experiment; %s", message.Clean(name), message.Or(name, names, "sfatui papers lists them")), name, names)
	}
	f := cmd.Flags()
	flags := x.flags(f.Changed("folds") || f.Changed("repeats") || f.Changed("test-data"), len(args) > 0)
	for _, flag := range flags {
		if flag[1] == "" || Overrules(f.Lookup(flag[0])) {
			continue
		}
		if err := f.Set(flag[0], flag[1]); err != nil {
			panic(fmt.Sprintf("sfatui: experiment %s: --%s %s: %v", x.Name, flag[0], flag[1], err))
		}
	}
	return nil
}

// flags returns the flags of an experiment, without those for dividing the data
// if it is divided otherwise, and without those for reading it if it is other
// data.
func (x *Experiment) flags(divided, otherData bool) [][2]string {
	flags := append(axisFlags(&x.Spec), settingFlags(&x.Spec, false)...)
	if !divided {
		flags = append(flags, settingFlags(&x.Spec, true)...)
	}
	if !otherData {
		flags = append(flags, [][2]string{
			{"where", x.Data.Where}, {"embed", x.Data.Embed}, {"stft", x.Data.STFT}, {"unit", x.Data.Unit}, {"normalise", x.Data.Normalise}, {"limit", number(x.Data.Limit)},
		}...)
	}
	return flags
}

// axisFlags returns the flags of a sweep's axes; an empty text is the default.
func axisFlags(s *sweep.Spec) (flags [][2]string) {
	for _, axis := range part.Axes() {
		flags = append(flags, [2]string{axis.Name, s.Text(axis.Name)})
	}
	return flags
}

// division lists the settings by which an experiment divides its data.
var division = []string{"folds", "repeats", "train-fraction", "gap", "split-by", "leave-one-out"}

// settingFlags returns the flags of a sweep's settings: those that divide the
// data, or the others. Without validation settings in the sweep, no validation
// parts are reserved.
func settingFlags(s *sweep.Spec, divides bool) (flags [][2]string) {
	for _, set := range sweep.Settings() {
		if slices.Contains(division, set.Name) == divides {
			flags = append(flags, [2]string{set.Name, cmp.Or(set.Get(s), set.Zero)})
		}
	}
	return flags
}

// number returns the text of a number, "" for 0, which means the default.
func number(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// definedFlags returns the flags of an experiment's sweep, which it stores in own and spec.
func definedFlags(of papers.Experiment, own *datasets.Options, spec *sweep.Spec) *pflag.FlagSet {
	x := Experiment{of}
	defined := sweepAndData(own, spec)
	for _, flag := range x.flags(false, false) {
		if flag[1] == "" {
			continue
		}
		if err := defined.Set(flag[0], flag[1]); err != nil {
			panic(fmt.Sprintf("sfatui: experiment %s: --%s %s: %v", x.Name, flag[0], flag[1], err))
		}
	}
	withoutUnused(spec)
	return defined
}

// Departures returns the flags in which a session's sweep differs from the
// experiment, with both values.
func Departures(of papers.Experiment, h sessions.Header) []string {
	var own, own2 datasets.Options
	var spec, spec2 sweep.Spec
	defined, used := definedFlags(of, &own, &spec), sweepAndData(&own2, &spec2)
	own2, spec2 = h.Data.Options, h.Spec
	var out []string
	if !slices.Equal(own2.Paths, of.Data.Paths) {
		out = append(out, "other data")
	}
	defined.VisitAll(func(f *pflag.Flag) {
		if _, another := f.Value.(pcaShare); another { // covered by --front
			return
		}
		there, here := f.Value.String(), used.Lookup(f.Name).Value.String()
		if there == here {
			return
		}
		out = append(out, fmt.Sprintf("--%s %s for %s", f.Name, cmp.Or(here, "the default"), cmp.Or(there, "the default")))
	})
	return out
}
