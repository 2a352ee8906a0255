// Package clean provides text that a terminal may show, and writes numbers, counts and times as
// such text.
//
// Names, labels and messages come from files, from other users and from errors that quote them:
// any of them may contain escape sequences that move the cursor, hide what follows or write to
// the clipboard. They are converted to a [Text] by [Of] or [Sprintf] only, and drawing code
// accepts only Texts. A string does not compile in place of a Text, while constants and
// concatenated Texts are Texts without a conversion.
//
// The conversion Text(s) remains possible. It is reserved for the few files that add styles
// (escape sequences of the program's own) or cut styled text. A test lists these files and
// rejects the conversion elsewhere: the screens rely on that test and on the compiler.
package clean

import (
	"fmt"
	"io"
	"strings"

	"example.com/sfatui/datasets/message"
)

// Text is text that a terminal may show: the program itself added all its control and format
// characters.
type Text string

// Of returns s without control characters, escape sequences (CSI, OSC and the other strings),
// format characters (bidirectional controls, zero-width characters) and invalid UTF-8, see
// [message.Clean].
func Of(s string) Text { return Text(message.Clean(s)) }

// Join concatenates texts with sep between them.
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

// Repeat returns n copies of a text, none if n is below 1.
func Repeat(t Text, n int) Text { return Text(strings.Repeat(string(t), max(n, 0))) }

// Builder concatenates texts. The zero Builder is empty.
type Builder struct{ b strings.Builder }

// Add appends a text.
func (b *Builder) Add(t Text) { b.b.WriteString(string(t)) }

// Len returns the number of bytes added.
func (b *Builder) Len() int { return b.b.Len() }

// Reset empties the builder.
func (b *Builder) Reset() { b.b.Reset() }

// Text returns the concatenated text.
func (b *Builder) Text() Text { return Text(b.b.String()) }

// All cleans labels that may come from files.
func All(labels []string) []Text {
	out := make([]Text, len(labels))
	for i, l := range labels {
		out[i] = Of(l)
	}
	return out
}

// constant is the type of formats. It is unexported, so that only constants can be formats:
// text in the program's source is clean.
type constant string

// Sprintf formats like [fmt.Sprintf] with a constant format. Numbers, booleans and Texts are
// formatted unchanged; strings are cleaned before formatting, and all other arguments (errors,
// [fmt.Stringer], slices, structs) after it. It panics on the verb %c and on a precision of %s
// and %v, which make characters of numbers and cut sequences.
func Sprintf(format constant, args ...any) Text {
	checkVerbs(string(format))
	safe := make([]any, len(args))
	for i, a := range args {
		safe[i] = cleanArg(a)
	}
	return Text(fmt.Sprintf(string(format), safe...))
}

// checkVerbs panics on verbs that could produce unclean text from clean arguments.
func checkVerbs(format string) {
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

// cleanArg returns an argument whose formatted text is clean.
func cleanArg(a any) any {
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
		_, _ = io.WriteString(f, message.Clean(fmt.Sprintf(fmt.FormatString(f, verb), a))) // a State accepts all bytes
	})
}

// formatter cleans the formatted text of an argument. It is a function because package fmt
// prints the fields of a struct if a verb does not fit.
type formatter func(f fmt.State, verb rune)

// Format implements [fmt.Formatter].
func (format formatter) Format(f fmt.State, verb rune) { format(f, verb) }
