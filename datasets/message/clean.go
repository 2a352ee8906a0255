package message

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Clean makes text from a file fit for a terminal: it drops control characters
// (C0, DEL, C1), whole escape sequences (CSI, OSC and the other strings),
// format characters (Unicode's category Cf: zero-width characters,
// bidirectional controls, soft hyphens, tags), line separators and invalid
// UTF-8. Every text in a data set and in an error of the data packages is
// cleaned, so that two texts that look the same without these are the same.
func Clean(s string) string {
	if isPlain(s) {
		return s
	}
	var b strings.Builder
	lastEnd := lastStringEnd(s)
	for at := len(s); len(s) > 0; {
		r, size := utf8.DecodeRuneInString(s)
		if n := escapeLen(s, r, size, at-len(s) < lastEnd); n > 0 {
			s = s[n:]
			continue
		}
		if !isUnsafe(r) && (r != utf8.RuneError || size > 1) {
			b.WriteRune(r)
		}
		s = s[size:]
	}
	return b.String()
}

// isPlain reports whether s is printable ASCII, as nearly all text is.
func isPlain(s string) bool {
	for i := range len(s) {
		if s[i] < 0x20 || s[i] > 0x7e {
			return false
		}
	}
	return true
}

// isUnsafe reports whether a terminal may interpret r, or show nothing for it.
func isUnsafe(r rune) bool {
	switch {
	case r < 0x20, r >= 0x7f && r <= 0x9f:
		return true
	case r == 0x2028, r == 0x2029:
		return true
	}
	return unicode.Is(unicode.Cf, r)
}

// escapeLen returns the length of the escape sequence at the start of s, 0 for
// none. For a control string without a terminator (ended is false if s contains
// none) only the introducer counts: the rest is plain text.
func escapeLen(s string, r rune, size int, ended bool) int {
	kind := r - 0x40 // second byte of the C1 control's seven-bit form
	n := size
	if r == 0x1b {
		if len(s) < 2 {
			return 1
		}
		kind = rune(s[1])
		n = 2
	} else if r < 0x80 || r > 0x9f {
		return 0
	}
	switch kind {
	case '[':
		for n < len(s) && s[n] >= 0x20 && s[n] <= 0x3f {
			n++
		}
		if n < len(s) && s[n] >= 0x40 && s[n] <= 0x7e {
			n++
		}
		return n
	case ']', 'P', 'X', '^', '_':
		if !ended {
			return n
		}
		return n + stringLen(s[n:])
	}
	if r == 0x1b && kind >= 0x20 && kind <= 0x2f { // ESC ( B and the like
		for n < len(s) && s[n] >= 0x20 && s[n] <= 0x2f {
			n++
		}
		return min(n+1, len(s))
	}
	if r == 0x1b && (kind < 0x20 || kind > 0x7e) {
		return 1
	}
	return n
}

// lastStringEnd returns the index of the last terminator of a control string in
// s, -1 for none. No introducer after it needs to search for one.
func lastStringEnd(s string) int {
	return max(strings.LastIndexByte(s, 0x07), strings.LastIndex(s, "\x1b\\"), strings.LastIndex(s, "\u009c"))
}

// stringLen returns the length of a control string's body with its terminator
// (BEL, ESC \ or ST), 0 without one.
func stringLen(s string) int {
	for i := range len(s) {
		switch {
		case s[i] == 0x07:
			return i + 1
		case s[i] == 0x1b && i+1 < len(s) && s[i+1] == '\\',
			s[i] == 0xc2 && i+1 < len(s) && s[i+1] == 0x9c:
			return i + 2
		}
	}
	return 0
}
