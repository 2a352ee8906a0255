package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/sessions/store"
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
	var path once
	cmd.Flags().Var(&path, "sweep", "YAML file of flags by name, such as 'sigma: rel:0.5:4:7', or papers/NAME (sfatui papers lists them); the command line wins")
	cmd.PreRunE = func(cmd *cobra.Command, args []string) error {
		switch {
		case path == "":
			return nil
		case isExperiment(string(path)):
			return x.apply(cmd, string(path), args)
		}
		return applySweepFile(cmd, string(path))
	}
	return &x
}

// once is the text of a flag that cannot be written twice: the second would
// replace the first without a word.
type once string

func (o *once) String() string { return string(*o) }

func (o *once) Type() string { return "string" }

func (o *once) Set(text string) error {
	if *o != "" && text != "" {
		return fmt.Errorf("it is written twice, %s and %s: name one", message.Clean(string(*o)), message.Clean(text))
	}
	*o = once(text)
	return nil
}

func applySweepFile(cmd *cobra.Command, path string) error {
	lines, err := readFlagFile(cmd.Context(), path, "'sigma: rel:0.5:4:7'")
	if err != nil {
		return err
	}
	for _, line := range lines {
		if err := applySweepLine(cmd, line.name, line.value); err != nil {
			return usagef("%s:%d: %s: %v", path, line.number, message.Clean(line.name), err)
		}
	}
	return nil
}

// flagLine is a flag by its name in a YAML file.
type flagLine struct {
	name   string
	value  *yaml.Node
	number int // of the line
}

// readFlagFile reads a YAML file of flags by their names, each once. example is
// what a line of it looks like.
func readFlagFile(ctx context.Context, path, example string) ([]flagLine, error) {
	text, err := store.ReadText(ctx, path, maxSweepFile)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, usageError{err}
	}
	var doc yaml.Node
	if err := yaml.Unmarshal(text, &doc); err != nil {
		return nil, usagef("%s: %v", path, err)
	}
	if len(doc.Content) != 1 || doc.Content[0].Kind != yaml.MappingNode {
		return nil, usagef("%s: write lines such as %s", path, example)
	}
	pairs := doc.Content[0].Content
	seen := map[string]bool{}
	var lines []flagLine
	for i := 0; i < len(pairs); i += 2 {
		name := pairs[i].Value
		if seen[name] {
			return nil, usagef("%s:%d: %s is written twice", path, pairs[i].Line, message.Clean(name))
		}
		seen[name] = true
		lines = append(lines, flagLine{name, pairs[i+1], pairs[i].Line})
	}
	return lines, nil
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
