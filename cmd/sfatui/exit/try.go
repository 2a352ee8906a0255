package exit

import (
	"cmp"
	"errors"
	"regexp"
	"slices"
	"strings"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/datasets/suggest"
)

// tryLine is the command line with what was meant in the place of a slip, or with the
// flags that mend it; "" where that is not known.
func tryLine(err error, args []string) string {
	var mended remedied
	if errors.As(err, &mended) {
		return CommandLine(append(slices.Clone(args), mended.flags...))
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
			return CommandLine(args)
		}
	}
	return ""
}

var plainWord = regexp.MustCompile(`^[A-Za-z0-9_./:,=+@%^-]+$`)

// CommandLine is a command with its words as a shell takes them.
func CommandLine(args []string) string {
	words := []string{"sfatui"}
	for _, arg := range args {
		if arg = message.Clean(arg); !plainWord.MatchString(arg) {
			arg = "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
		}
		words = append(words, cmp.Or(arg, "''"))
	}
	return strings.Join(words, " ")
}

// remedied is an error that further flags mend.
type remedied struct {
	error
	flags []string
}

func (e remedied) Unwrap() error { return e.error }

// Mended marks an error with the flags that mend it.
func Mended(err error, flags []string) error { return remedied{err, flags} }
