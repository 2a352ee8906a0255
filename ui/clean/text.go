// Package clean holds text that a terminal may show.
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
