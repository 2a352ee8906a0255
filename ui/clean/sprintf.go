package clean

import (
	"fmt"
	"io"
	"strings"

	"example.com/sfatui/datasets/message"
)

// constant is the type of formats. As it has no name elsewhere, only a constant
// can be one: what a program writes itself is clean.
type constant string

// Sprintf is [fmt.Sprintf] of a constant format. Numbers, truth values and
// Texts are formatted as they are, and with them what the program added to a
// Text; strings are cleaned before, and what is formatted of all else (errors,
// [fmt.Stringer], slices, structs) after. It panics on the verb %c and on a
// precision of %s and %v, which make characters of numbers and cut sequences.
func Sprintf(format constant, args ...any) Text {
	check(string(format))
	safe := make([]any, len(args))
	for i, a := range args {
		safe[i] = safely(a)
	}
	return Text(fmt.Sprintf(string(format), safe...))
}

// check refuses the verbs that could make something else of clean arguments.
func check(format string) {
	for {
		_, rest, found := strings.Cut(format, "%")
		if !found {
			return
		}
		verb := strings.TrimLeft(rest, "+-# 0123456789.*[]")
		if verb == "" {
			return
		}
		precise := strings.Contains(rest[:len(rest)-len(verb)], ".")
		if verb[0] == 'c' || precise && (verb[0] == 's' || verb[0] == 'v') {
			panic("clean: %" + rest[:len(rest)-len(verb)+1] + " in a format: put in a Text")
		}
		format = verb[1:]
	}
}

// safely is an argument of which nothing unclean can be formatted.
func safely(a any) any {
	switch s := a.(type) {
	case Text, nil, bool, int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64, uintptr,
		float32, float64, complex64, complex128:
		return a
	case string:
		if c := message.Clean(s); c != s {
			return c
		}
		return a
	}
	return formatter(func(f fmt.State, verb rune) {
		_, _ = io.WriteString(f, message.Clean(fmt.Sprintf(fmt.FormatString(f, verb), a))) // a State takes all
	})
}

// formatter cleans what is formatted of an argument. It is a function, as where
// a verb does not fit, package fmt prints the fields of what it has.
type formatter func(f fmt.State, verb rune)

// Format is for package fmt.
func (format formatter) Format(f fmt.State, verb rune) { format(f, verb) }
