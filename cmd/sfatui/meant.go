package main

import (
	"cmp"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"example.com/sfatui/datasets/builtin"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/datasets/suggest"
	"example.com/sfatui/engine/part"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// flagError says what is wrong with a flag, and what it may be instead.
func flagError(cmd *cobra.Command, err error) error {
	var (
		missing *pflag.NotExistError
		wrong   *pflag.InvalidValueError
		empty   *pflag.ValueRequiredError
	)
	switch {
	case errors.As(err, &missing) && missing.GetSpecifiedShortnames() == "":
		word, names := "--"+missing.GetSpecifiedName(), flagNames(cmd.Flags())
		for i := range names {
			names[i] = "--" + names[i]
		}
		return suggest.Mistaken(usagef("no flag %s; %s", message.Clean(word), suggest.Or(word, names, "sfatui help all lists them")), word, names)
	case errors.As(err, &wrong):
		cause := wrong.Unwrap().Error()
		if kind := kindOf(wrong.GetFlag()); kind != "" {
			cause = "not " + kind
		}
		return usagef("--%s %s: %s", wrong.GetFlag().Name, message.Clean(wrong.GetValue()), cause)
	case errors.As(err, &empty):
		name := empty.GetFlag().Name
		if a, ok := part.AxisNamed(name); ok && a.Default != "" {
			return usagef("--%s needs a value, such as --%s %s", name, name, a.Default)
		}
		return usagef("--%s needs a value; sfatui help %s says which", name, name)
	}
	return usageError{err}
}

// kindOf is what the values of a flag are; "" where its own error says it.
func kindOf(f *pflag.Flag) string {
	switch f.Value.Type() {
	case "int":
		return "a whole number"
	case "uint64":
		return "a whole number from 0"
	case "float64":
		return "a number"
	case "bool":
		return "true or false"
	case "duration":
		return "a time such as 10m"
	}
	return ""
}

// checkWord refuses a word that is neither a command nor data before anything fills the
// screen.
func checkWord(cmd *cobra.Command, args []string) error {
	if len(args) == 0 || isBuiltin(args[0]) {
		return nil
	}
	word := args[0]
	if _, err := os.Stat(word); err == nil {
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
	if suggest.Nearest(word, names) == nil && strings.ContainsAny(word, "/.:#*") {
		return nil // the path of data: what reads it says what is wrong
	}
	return suggest.Mistaken(usagef("%s: there is no such command, file or data set; %s", message.Clean(word),
		suggest.Or(word, names, "sfatui --help lists the commands, sfatui datasets the sets")), word, names)
}

func isBuiltin(name string) bool {
	return slices.ContainsFunc(builtin.Sets(), func(b builtin.Set) bool { return b.Name == name })
}

// tryLine is the command line with what was meant in the place of a slip, or with the
// flags that mend it; "" where that is not known.
func tryLine(err error, args []string) string {
	var mended remedied
	if errors.As(err, &mended) {
		return commandLine(append(slices.Clone(args), mended.flags...))
	}
	var slip *suggest.Mistake
	if !errors.As(err, &slip) {
		return ""
	}
	args = slices.Clone(args)
	word := regexp.MustCompile(`(^|[,=])` + regexp.QuoteMeta(slip.Word) + `($|[,=])`)
	for i, arg := range args {
		if at := word.FindStringSubmatchIndex(arg); at != nil {
			args[i] = arg[:at[3]] + slip.Meant + arg[at[4]:]
			return commandLine(args)
		}
	}
	return ""
}

var plainWord = regexp.MustCompile(`^[A-Za-z0-9_./:,=+@%^-]+$`)

// commandLine is a command with its words as a shell takes them.
func commandLine(args []string) string {
	words := []string{"sfatui"}
	for _, arg := range args {
		if arg = message.Clean(arg); !plainWord.MatchString(arg) {
			arg = "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
		}
		words = append(words, cmp.Or(arg, "''"))
	}
	return strings.Join(words, " ")
}
