package flags

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"

	"example.com/sfatui/cmd/sfatui/cli"
	"example.com/sfatui/engine/part"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/datasets/recipe"
	"example.com/sfatui/sessions/store"
	"github.com/spf13/cobra"
	"go.yaml.in/yaml/v3"
)

// maxSweepFile is the maximum size in bytes of a sweep file, which is written
// by hand.
const maxSweepFile = 1 << 20

// SweepFile adds --sweep, which names a YAML file of sweep and data flags or an
// experiment of the papers. It returns the experiment, which is set when the command
// line is parsed. Flags on the command line take precedence.
func SweepFile(cmd *cobra.Command) *Experiment {
	var x Experiment
	var path string
	cmd.Flags().StringVar(&path, "sweep", "", "YAML file of flags by name, such as 'sigma: rel:0.5:4:7', or papers/NAME (see sfatui papers); flags on the command line take precedence")
	cmd.PreRunE = func(cmd *cobra.Command, args []string) error {
		switch {
		case path == "":
			return nil
		case isExperiment(path):
			return x.apply(cmd, path, args)
		}
		return applySweepFile(cmd, path)
	}
	return &x
}

func applySweepFile(cmd *cobra.Command, path string) error {
	text, err := readText(cmd, path, maxSweepFile)
	if err != nil {
		return err
	}
	lines, err := recipe.Lines(path, text, "'sigma: rel:0.5:4:7'")
	if err != nil {
		return err
	}
	for _, line := range lines {
		if err := applySweepLine(cmd, line.Name, line.Value); err != nil {
			return cli.Usagef("%s:%d: %s: %v", path, line.Number, message.Clean(line.Name), err)
		}
	}
	return nil
}

// readText reads a file written by hand, up to a maximum number of bytes.
func readText(cmd *cobra.Command, path string, most int64) ([]byte, error) {
	ctx := cmd.Context()
	text, err := store.ReadText(ctx, path, most)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, fs.ErrNotExist):
		return nil, cli.Usagef("%s: there is no such file", message.Clean(path))
	case errors.Is(err, syscall.EISDIR):
		return nil, cli.Usagef("%s is a folder: give a file of flags in it", message.Clean(path))
	case err != nil:
		return nil, cli.Usage(err)
	}
	return text, nil
}

// applySweepLine sets one flag, unless the command line sets it.
func applySweepLine(cmd *cobra.Command, name string, value *yaml.Node) error {
	text, err := flagText(value)
	if err != nil {
		return err
	}
	flag := cmd.Flags().Lookup(name)
	if flag == nil || name == "sweep" || name == "help" {
		return errors.New("there is no such flag; " + message.Or(name, Names(cmd.Flags()), "sfatui help all lists them"))
	}
	if Overrules(flag) {
		return nil
	}
	if blank(text) {
		return empty{name}
	}
	err = cmd.Flags().Set(name, text)
	var refused *part.SpecError
	if errors.As(err, &refused) {
		return errors.New(refused.Unnamed())
	}
	return err
}

// flagText returns a YAML value in the notation of a flag.
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
