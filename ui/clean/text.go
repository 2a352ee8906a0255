// Package clean holds text that a terminal may show, and writes numbers, counts and times as
// such text.
//
// Names, labels and messages come from files, from other users and from errors
// that quote them: any of them may hold escape sequences that move the cursor,
// hide what follows or write to the clipboard. They become a [Text] at the one
// door, [Of] or [Sprintf], and what draws takes nothing but Texts. A string does
// not compile in the place of a Text, while constants and Texts put together are
// Texts by themselves.
//
// What is left is the conversion Text(s). It is for those few places that add
// the looks (escape sequences of the program's own) or cut what has them. A test
// here has the list of their files, and refuses it elsewhere: that test and the
// compiler are what the screens rest on.
package clean

import (
	"fmt"
	"io"
	"strings"

	"example.com/sfatui/datasets/message"
)

// Text is text that a terminal may show: what it holds of control and format
// characters the program itself put there.
type Text string

// Of is what a terminal may show of s: without control characters, escape
// sequences (CSI, OSC and the other strings), format characters (bidirectional
// controls, zero-width characters) and invalid UTF-8, see [message.Clean].
func Of(s string) Text { return Text(message.Clean(s)) }

// Join puts texts together with sep between them.
func Join(texts []Text, sep Text) Text {
	n := len(sep) * max(len(texts)-1, 0)
	for _, t := range texts {
		n += len(t)
	}
	var b Builder
	b.b.Grow(n)
	for i, t := range texts {
		if i > 0 {
			b.Add(sep)
		}
		b.Add(t)
	}
	return b.Text()
}

// Repeat is so many copies of a text, none where n is below 1.
func Repeat(t Text, n int) Text { return Text(strings.Repeat(string(t), max(n, 0))) }

// Builder puts texts together piece by piece. The zero Builder is empty.
type Builder struct{ b strings.Builder }

// Add appends a text.
func (b *Builder) Add(t Text) { b.b.WriteString(string(t)) }

// Len is the number of bytes added.
func (b *Builder) Len() int { return b.b.Len() }

// Reset empties the builder.
func (b *Builder) Reset() { b.b.Reset() }

// Text is what was added.
func (b *Builder) Text() Text { return Text(b.b.String()) }

// All are labels that may come from files, fit to be shown.
func All(labels []string) []Text {
	out := make([]Text, len(labels))
	for i, l := range labels {
		out[i] = Of(l)
	}
	return out
}

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

func (format formatter) Format(f fmt.State, verb rune) { format(f, verb) }
