package help

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"example.com/sfatui/cmd/sfatui/cli"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/ui/glossary"
	"example.com/sfatui/ui/index"
	"example.com/sfatui/ui/layout"
	"github.com/spf13/cobra"
)

// Explain returns the command explain.
func Explain() *cobra.Command {
	return &cobra.Command{
		Use: "explain [WORD…]", GroupID: "about", Short: "Explain a word or symbol of the workbench",
		Example: "  sfatui explain η\n  sfatui explain unit variance",
		RunE: func(cmd *cobra.Command, args []string) error {
			w := cmd.OutOrStdout()
			if len(args) == 0 {
				for _, e := range index.Words() {
					fmt.Fprintln(w, layout.Cut(layout.Pad(e.Name, 18)+" "+e.Says, cli.Width(w)))
				}
				return nil
			}
			err := explain(w, strings.Join(args, " "))
			if word := strings.TrimLeft(args[0], "-"); err != nil && len(args) == 1 && hasHelp(cmd.Root(), word) {
				return cli.Usagef("no entry for %q, but help on it: sfatui help %[1]s", word)
			}
			return err
		},
	}
}

// hasHelp reports whether a flag, a command or a topic has the name.
func hasHelp(root *cobra.Command, name string) bool {
	_, topic := topicNamed(name)
	found, _, err := root.Find([]string{name})
	return topic || root.Flags().Lookup(name) != nil || err == nil && found != root
}

// explain prints the palette's entry of a word: of the glossary, or of a
// setting.
func explain(w io.Writer, word string) error {
	found := false
	var names []string
	for _, entries := range [][]index.Entry{index.Words(), index.Settings(), index.Measures(), index.Values()} {
		for _, e := range entries {
			if e.IsNamed(strings.TrimPrefix(word, "--")) {
				printEntry(w, &e)
				found = true
			}
			names = append(names, string(e.Name))
		}
		if found {
			return nil
		}
	}
	near := message.Nearest(word, slices.Concat(glossary.Nearest(word), names))
	if near == nil {
		near = glossary.Nearest(word)
	}
	err := cli.Usagef("no entry for %q; sfatui explain lists all words", message.Clean(word))
	if len(near) > 0 {
		err = cli.Usagef("no entry for %q; did you mean %s?", message.Clean(word), strings.Join(near, ", "))
		return &message.Mistake{Err: err, Word: word, Meant: near[0]}
	}
	return err
}

func printEntry(w io.Writer, e *index.Entry) {
	fmt.Fprintln(w, e.Name)
	for _, paragraph := range e.Text {
		cli.Wrapped(w, "  ", string(paragraph))
	}
}
