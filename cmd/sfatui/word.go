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
	"example.com/sfatui/sessions/list"
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
	if meant, ok := cli.OtherWord(word); ok {
		return otherWord(word, meant, args[1:])
	}
	var commands []string
	for _, c := range cmd.Root().Commands() {
		commands = append(commands, c.Name())
	}
	names := slices.Concat(commands, dataNames(word))
	near := message.Nearest(word, names)
	if near == nil && strings.ContainsAny(word, "/.:#*") {
		return nil // the path of data: the error from reading it is more specific
	}
	err := noWord(word, message.Or(word, names, "sfatui --help lists the commands, sfatui datasets the data sets"))
	if near == nil || cli.Changes(near[0], commands) && !message.Slip(word, near[0]) {
		return err // a mistyped word must not lead to a command that changes files
	}
	return message.Mistaken(err, word, names)
}

// noWord returns the error for a word that is neither a command nor data, with a remedy.
func noWord(word, remedy string) error {
	return cli.Usagef("%s: there is no such command, file or data set; %s", message.Clean(word), remedy)
}

// otherWord returns the error for a command name of other programs. It proposes the corresponding
// command if that accepts the arguments after the word.
func otherWord(word, meant string, about []string) error {
	isSession, isData := false, false
	if len(about) > 0 {
		_, err := os.Stat(about[0])
		isSession = list.IsSession(about[0])
		isData = err == nil && !isSession || slices.ContainsFunc(builtin.Sets(), func(b builtin.Set) bool { return b.Name == about[0] })
	}
	looks := meant == "data" || meant == ""
	if looks && isSession {
		meant = "open"
	}
	remedy := "did you mean " + meant + "?"
	if meant == "" {
		remedy = "sfatui DATA opens data in the workbench"
	}
	var fits bool
	switch meant {
	case "data", "", "open":
		fits = len(about) == 0 || isData || isSession
	case "run":
		fits = isData
	case "rm", "mv":
		fits = isSession
	case "ls", "jobs", "help settings":
		fits = len(about) == 0
	}
	if !fits {
		return noWord(word, remedy)
	}
	return cli.Instead(noWord(word, remedy), word, strings.Fields(meant))
}

// dataNames returns the names of data that a word may mean: the built-in sets, and the files in
// its folder that are not hidden.
func dataNames(word string) []string {
	var names []string
	for _, b := range builtin.Sets() {
		names = append(names, b.Name)
	}
	files, _ := os.ReadDir(filepath.Dir(word)) // none where it cannot be read
	for _, f := range files {
		if !strings.HasPrefix(f.Name(), ".") || strings.HasPrefix(filepath.Base(word), ".") {
			names = append(names, filepath.Join(filepath.Dir(word), f.Name()))
		}
	}
	return names
}
