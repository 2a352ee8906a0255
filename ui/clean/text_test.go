package clean

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// nasty are texts that could affect a terminal in other ways than showing letters.
var nasty = []string{"plain", "größe 日本", "a\x1b[31mred\x1b[0m", "a\x1b]0;title\x07b", "a\u009b2Jb\u009d0;t\u009cc", "a\u202eb\u2066c\u200ed",
	"a\x00\x07\x7f\u0085\r\n\tb", "\x1b", "\x1b[", "\xc2", "\xff\x9b", "%s\x1b[2J", "e\u0301 \u2028\ufeff"}

// unclean returns the part of a text that a terminal would not merely show, "" for clean text.
func unclean(text string) string {
	if !utf8.ValidString(text) {
		return "invalid UTF-8"
	}
	for _, r := range text {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == 0x2028 || r == 0x2029 {
			return fmt.Sprintf("%U", r)
		}
	}
	return ""
}

// word is a Stringer and an error whose underlying type is string.
type word string

func (w word) String() string { return string(w) }
func (w word) Error() string  { return string(w) }

// kind has the underlying type string.
type kind string

// formats contain every verb, with flags, widths, indices and arguments that do not fit, are
// missing or are too many.
var formats = []constant{"%s", "%v", "%+v", "%#v", "%q", "%+q", "%#q", "%x", "% X", "%d", "%5d|", "%-9s|", "%09.3f", "%g", "%e", "%t", "%U", "%#U", "%b", "%o", "%p", "%T", "%w", "%z",
	"%[2]v", "%[9]v", "%!", "%", "%%", "", "%s %s %s", "%v of %d, %q", "%\u00e9"}

// arguments returns a text within everything that can contain one.
func arguments(text string, n int) []any {
	return []any{text, word(text), &text, kind(text), errors.New(text), fmt.Errorf("in %w", word(text)), []string{text}, []byte(text), []rune(text),
		map[string]string{text: text}, struct {
			A string
			b string
			c error
		}{text, text, word(text)}, &struct{ S []any }{[]any{text, n}}, [1]word{word(text)}, any(kind(text)), []kind{kind(text)},
		n, uint8(n), int64(n), rune(n), float64(n), complex(float64(n), 1), n > 0, nil, error(nil), (*word)(nil), []error{nil, word(text)}, Of(text), []Text{Of(text)}, func() string { return text }}
}

func FuzzSprintf(f *testing.F) {
	for i, text := range nasty {
		for k := range formats {
			f.Add(text, i, uint8(k))
		}
		f.Add(text, 0x202a+i, uint8(i))
	}
	f.Fuzz(func(t *testing.T, text string, n int, which uint8) {
		format := formats[int(which)%len(formats)]
		for _, a := range arguments(text, n) {
			for _, got := range []Text{Sprintf(format, a), Sprintf(format, n, a), Sprintf(format, a, a, text)} {
				if bad := unclean(string(got)); bad != "" {
					t.Fatalf("%s in Sprintf(%q) of %#v: %q", bad, format, a, got)
				}
			}
		}
	})
}

func FuzzOf(f *testing.F) {
	for _, text := range nasty {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		once := Of(text)
		if bad := unclean(string(once)); bad != "" {
			t.Errorf("%s is left of %q: %q", bad, text, once)
		}
		if twice := Of(string(once)); twice != once {
			t.Errorf("%q cleaned again is %q", once, twice)
		}
	})
}

// Arguments that need no cleaning are formatted like in package fmt.
func TestSprintf(t *testing.T) {
	for _, c := range []struct {
		format constant
		args   []any
		want   Text
	}{
		{"%d of %d, %s", []any{1, 27, "größe"}, "1 of 27, größe"},
		{"%.2g %6.3f %+.3f %05d %x", []any{0.125, 1.5, -2.0, 7, "ab"}, "0.12  1.500 -2.000 00007 6162"},
		{"%-5s|%5s|%q", []any{"ab", Text("c"), word("d\x1b[0m")}, "ab   |    c|\"d\\x1b[0m\""},
		{"%v %v %v %v", []any{[]int{1, 2}, errors.New("no"), nil, true}, "[1 2] no <nil> true"},
		{"%3d|%*d", []any{10, 4, 9}, " 10|   9"},
		{"%s", []any{"a\x1b[31mred"}, "ared"},
		{"%s and %v", []any{Text("\x1b[1mown\x1b[0m"), word("\x1b[1mtheirs")}, "\x1b[1mown\x1b[0m and theirs"},
		{"%6v|%-8s|", []any{kind("x"), word("y")}, "     x|y       |"},
	} {
		if got := Sprintf(c.format, c.args...); got != c.want {
			t.Errorf("Sprintf(%q, %q) = %q, want %q", c.format, c.args, got, c.want)
		}
	}
	for _, format := range []constant{"%c", "100 %% %-3c", "%[1]c", "%.2s", "%-8.3v", "%.*s"} {
		func() {
			defer func() {
				if v, ok := recover().(string); !ok || !strings.HasPrefix(v, "clean: ") {
					t.Errorf("Sprintf(%q) ends with %v", format, v)
				}
			}()
			Sprintf(format, 27, "text")
		}()
	}
}

func TestJoin(t *testing.T) {
	texts := []Text{"a", "", "c"}
	for n, want := range []Text{"", "a", "a, ", "a, , c"} {
		if got := Join(texts[:n], ", "); got != want {
			t.Errorf("%d texts joined are %q, want %q", n, got, want)
		}
	}
	if got := Repeat("ab", 2) + Repeat("x", 0) + Repeat("x", -1); got != "abab" {
		t.Errorf("repeated: %q", got)
	}
}
