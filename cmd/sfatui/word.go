package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"example.com/sfatui/cmd/sfatui/cli"
	"example.com/sfatui/datasets/builtin"
	"example.com/sfatui/datasets/message"
)

// checkWord returns an error for a word that is neither a command nor data,
// before the screen opens.
func checkWord(cmd *cobra.Command, args []string) error {
	if len(args) == 0 || slices.ContainsFunc(builtin.Sets(), func(b builtin.Set) bool { return b.Name == args[0] }) {
		return nil
	}
	word := args[0]
	if _, err := os.Stat(word); err == nil || word == "" { // opening the data reports an empty name
		return nil
	}
	var names []string
	for _, c := range cmd.Root().Commands() {
		names = append(names, c.Name())
	}
	for _, b := range builtin.Sets() {
		names = append(names, b.Name)
	}
	if files, err := os.ReadDir(filepath.Dir(word)); err == nil {
		for _, f := range files {
			names = append(names, filepath.Join(filepath.Dir(word), f.Name()))
		}
	}
	if message.Nearest(word, names) == nil && strings.ContainsAny(word, "/.:#*") {
		return nil // opening the path as data reports the error
	}
	return message.Mistaken(cli.Usagef("%s: there is no such command, file or data set; %s", message.Clean(word),
		message.Or(word, names, "sfatui --help lists the commands, sfatui datasets the sets")), word, names)
}
