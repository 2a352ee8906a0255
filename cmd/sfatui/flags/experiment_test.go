package flags

import (
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/datasets"
	"example.com/sfatui/engine/papers"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/ui/draft"
	"github.com/spf13/cobra"
)

// asked is the sweep of a command line and its data.
type asked struct {
	data datasets.Options
	spec sweep.Spec
}

// runArgs returns what a command with the flags of run would compute.
func runArgs(t *testing.T, args ...string) (a asked) {
	t.Helper()
	var run sweep.RunOptions
	var x *Experiment
	cmd := &cobra.Command{Use: "run", RunE: func(cmd *cobra.Command, args []string) error {
		a.data.Paths = x.Paths(args)
		return CheckRanges(cmd, &a.data, &a.spec, &run)
	}}
	Data(cmd.Flags(), &a.data, &a.spec)
	Sweep(cmd.Flags(), &a.spec)
	Compute(cmd.Flags(), &run)
	x = SweepFile(cmd)
	cmd.SetArgs(args)
	if err := cmd.Execute(); err != nil {
		t.Fatalf("%q: %v", args, err)
	}
	return a
}

// An experiment is the same sweep over the same data from home, which opens its definition, from
// --sweep, from the command line that papers prints, and from a file that the editor writes.
// Equal sweeps over equal data have points with equal keys.
func TestExperimentsAreTheSameFromEverywhere(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no shell here")
	}
	for _, x := range papers.Experiments() {
		want := asked{x.Data, x.Spec}
		if got := runArgs(t, "--sweep", papers.Prefix+x.Name); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: --sweep computes\n%+v, home\n%+v", x.Name, got, want)
		}
		line := sessions.CommandLine(x.Data, x.Spec, "run")
		out, err := exec.Command(shell, "-c", `sfatui() { shift; printf '%s\n' "$@"; }; `+line).Output()
		if err != nil {
			t.Fatal(err)
		}
		if got := runArgs(t, strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")...); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %s computes\n%+v, home\n%+v", x.Name, line, got, want)
		}
		text, err := draft.EncodeSweep(x.Spec)
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(t.TempDir(), "sweep.yaml")
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
		if got := runArgs(t, "vowels", "--sweep", file); !reflect.DeepEqual(got.spec, want.spec) {
			t.Errorf("%s: its file\n%scomputes\n%+v, home\n%+v", x.Name, text, got.spec, want.spec)
		}
		h := sessions.Header{Experiment: x.Name, Spec: x.Spec}
		h.Data.Options = x.Data
		if out := Departures(x, h); out != nil {
			t.Errorf("%s departs from itself: %q", x.Name, out)
		}
		h.Spec.Split.Seed, h.Data.Options.Limit = 7, 11
		if out := Departures(x, h); !slices.Equal(out, []string{"--limit 11 for " + limitText(x), "--seed 7 for 1"}) {
			t.Errorf("%s with another seed and limit: %q", x.Name, out)
		}
	}
}

// limitText returns the limit of an experiment's data as a departure contains it.
func limitText(x papers.Experiment) string {
	if text := number(x.Data.Limit); text != "" {
		return text
	}
	return "0"
}

// A definition has the settings of an empty command line where it states none: eight validation
// scores per point, and the first seed.
func TestExperimentsHaveTheDefaults(t *testing.T) {
	x, _ := papers.Named("ma-4.2")
	if s := x.Spec; s.Inner != "auto" || s.Split.Seed != 1 || s.Draws != 1 || s.Split.Validation != 0.25 || s.Split.Repeats != 5 {
		t.Errorf("ma-4.2: %+v", s)
	}
	x, _ = papers.Named("ma-4.1") // has no validation part
	if s := x.Spec; s.Split.Validation != 0 {
		t.Errorf("ma-4.1: %+v", s)
	}
	x, _ = papers.Named("bohmer-1") // has folds
	if s := x.Spec; s.Split.TrainFraction != 0 {
		t.Errorf("bohmer-1: %+v", s)
	}
}
