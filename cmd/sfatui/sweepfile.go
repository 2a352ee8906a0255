package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"example.com/sfatui/datasets"
	"example.com/sfatui/engine/papers"
	"example.com/sfatui/engine/sweep"
	"github.com/spf13/cobra"
	"go.yaml.in/yaml/v3"
)

// maxSweepFile bounds a sweep file in bytes: it is written by hand.
const maxSweepFile = 1 << 20

// sweepFileFlag adds --sweep: the sweep and data flags as a YAML file, by their
// names, or as an experiment of the papers, which it gives once the command
// line is read. What is written on the command line wins.
func sweepFileFlag(cmd *cobra.Command) *experiment {
	var x experiment
	path := cmd.Flags().String("sweep", "", "YAML file of flags by name, such as 'sigma: rel:0.5:4:7', or papers/NAME (sfatui papers lists them); the command line wins")
	cmd.PreRunE = func(cmd *cobra.Command, args []string) error {
		switch {
		case *path == "":
			return nil
		case isExperiment(*path):
			return x.apply(cmd, *path, args)
		}
		return applySweepFile(cmd, *path)
	}
	return &x
}

func applySweepFile(cmd *cobra.Command, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return usageError{err}
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxSweepFile+1))
	if err != nil {
		return err
	}
	if len(text) > maxSweepFile {
		return usagef("%s: a sweep file is at most %d bytes long", path, maxSweepFile)
	}
	var doc yaml.Node
	if err := yaml.Unmarshal(text, &doc); err != nil {
		return usagef("%s: %v", path, err)
	}
	if len(doc.Content) != 1 || doc.Content[0].Kind != yaml.MappingNode {
		return usagef("%s: write lines such as 'sigma: rel:0.5:4:7'", path)
	}
	pairs := doc.Content[0].Content
	seen := map[string]bool{}
	for i := 0; i < len(pairs); i += 2 {
		name := pairs[i].Value
		if seen[name] {
			return usagef("%s:%d: %s is written twice", path, pairs[i].Line, datasets.Clean(name))
		}
		seen[name] = true
		if err := applySweepLine(cmd, name, pairs[i+1]); err != nil {
			return usagef("%s:%d: %s: %v", path, pairs[i].Line, datasets.Clean(name), err)
		}
	}
	return nil
}

// applySweepLine sets one flag, unless the command line did.
func applySweepLine(cmd *cobra.Command, name string, value *yaml.Node) error {
	text, err := flagText(value)
	if err != nil {
		return err
	}
	flag := cmd.Flags().Lookup(name)
	if flag == nil || name == "sweep" || name == "help" {
		return errors.New("there is no such flag; sfatui run --help lists them")
	}
	if flag.Changed {
		return nil
	}
	return cmd.Flags().Set(name, text)
}

// flagText is a YAML value as it would be written behind a flag.
func flagText(value *yaml.Node) (string, error) {
	switch value.Kind {
	case yaml.ScalarNode:
		return value.Value, nil
	case yaml.SequenceNode:
		var items []string
		for _, item := range value.Content {
			if item.Kind != yaml.ScalarNode {
				return "", fmt.Errorf("line %d: a list holds numbers or words", item.Line)
			}
			items = append(items, item.Value)
		}
		return strings.Join(items, ","), nil
	}
	return "", errors.New("write a number, a word or a list of them")
}

// experiment is the one of the papers that --sweep asks for; the zero one is
// none.
type experiment struct{ papers.Experiment }

// isExperiment says that --sweep means an experiment, and no file.
func isExperiment(path string) bool {
	_, err := os.Stat(path)
	return err != nil && strings.HasPrefix(path, papers.Prefix)
}

func (x *experiment) asked() bool { return x.Name != "" }

// paths is the data: the experiment's own where the command line names none.
func (x *experiment) paths(args []string) []string {
	if len(args) == 0 {
		return x.Data.Paths
	}
	return args
}

// apply finds the experiment and sets its flags, unless the command line did.
// What says how to read its own data is left out where there is other data.
func (x *experiment) apply(cmd *cobra.Command, name string, args []string) error {
	var ok bool
	if x.Experiment, ok = papers.Named(name); !ok {
		var names []string
		for _, e := range papers.Experiments() {
			names = append(names, papers.Prefix+e.Name)
		}
		return usagef("--sweep %s: there is no such experiment; choose from %s", datasets.Clean(name), strings.Join(names, ", "))
	}
	flags := axisFlags(&x.Spec)
	flags = append(flags, settingFlags(&x.Spec)...)
	f := cmd.Flags()
	if !f.Changed("folds") && !f.Changed("repeats") && !f.Changed("test-data") {
		flags = append(flags, divisionFlags(&x.Spec)...)
	}
	if len(args) == 0 {
		flags = append(flags, [][2]string{
			{"where", x.Data.Where}, {"embed", x.Data.Embed}, {"normalise", x.Data.Normalise}, {"limit", number(x.Data.Limit)},
		}...)
	}
	for _, flag := range flags {
		if flag[1] == "" || f.Changed(flag[0]) {
			continue
		}
		if err := f.Set(flag[0], flag[1]); err != nil {
			panic(fmt.Sprintf("sfatui: experiment %s: --%s %s: %v", x.Name, flag[0], flag[1], err))
		}
	}
	return nil
}

// axisFlags are the flags of a sweep's axes; those with an empty text are at
// their default.
func axisFlags(s *sweep.Spec) (flags [][2]string) {
	for _, axis := range sweep.Axes {
		flags = append(flags, [2]string{axis.Name, *axis.Text(s)})
	}
	return flags
}

// settingFlags are the flags of what a sweep sets for all points. Nothing is
// set aside for choosing where it does not say so.
func settingFlags(s *sweep.Spec) [][2]string {
	standardize := ""
	if s.Standardize {
		standardize = "true"
	}
	flags := [][2]string{
		{"validation", fmt.Sprint(s.Split.Validation)}, {"standardize", standardize}, {"objective", s.Objective},
		{"predictability", number(s.Neighbours)}, {"draws", number(s.Draws)}, {"seed", number(int(s.Split.Seed))},
	}
	if s.Tolerance > 0 {
		flags = append(flags, [2]string{"tolerance", fmt.Sprint(s.Tolerance)})
	}
	return flags
}

// divisionFlags are the flags of how a sweep divides the data.
func divisionFlags(s *sweep.Spec) [][2]string {
	flags := [][2]string{{"folds", number(s.Split.Folds)}, {"repeats", number(s.Split.Repeats)}}
	if s.Split.Repeats > 0 {
		flags = append(flags, [2]string{"train-fraction", fmt.Sprint(s.Split.TrainFraction)})
	}
	return flags
}

// number is a flag's number, "" for 0, which stands for the default.
func number(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}
