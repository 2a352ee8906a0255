package message

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
)

// listed is how many names a message shows before it says "and so many more".
const listed = 12

// List joins names for a message, the first few and the count of the rest.
func List(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	if len(names) <= listed {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:listed], ", "), len(names)-listed)
}

// Counted is "1 file" or "3 files", "2 classes", "2 directories", "2 keys".
func Counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	if stem, ok := strings.CutSuffix(noun, "y"); ok && !strings.HasSuffix(stem, "e") {
		noun = stem + "ie"
	}
	if strings.HasSuffix(noun, "s") {
		noun += "e"
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// Shorten cuts s to at most n runes, with an ellipsis for what was cut.
func Shorten(s string, n int) string {
	i := 0
	for at := range s {
		if i == n {
			return s[:at] + "…"
		}
		i++
	}
	return s
}

// Quote writes column names as the value of a flag for a shell.
func Quote(names []string) string {
	s := strings.Join(names, ",")
	if strings.ContainsAny(s, " \t'\"\\$`!*?[](){}<>|&;#~") {
		s = "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
	}
	return s
}

// plainName are the names of files that mean nothing else to a shell.
var plainName = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9._+=@-]*$`)

// Command writes a file's name into a command, for FILE, and the name without its
// extension for BARE. A name that means something else to a shell is left to the
// user.
func Command(command, path string) string {
	base := filepath.Base(path)
	if !plainName.MatchString(base) {
		return command
	}
	return strings.NewReplacer("FILE", base, "BARE", strings.TrimSuffix(base, filepath.Ext(base))).Replace(command)
}

// YearSeconds are the seconds of a year of 365.25 days.
const YearSeconds = 365.25 * 86400

// Duration is a number of seconds in a unit that is easy to read.
func Duration(s float64) string {
	for _, u := range []struct {
		name string
		size float64
	}{{"years", YearSeconds}, {"days", 86400}, {"h", 3600}, {"min", 60}, {"s", 1}, {"ms", 1e-3}} {
		if s >= 2*u.size || s >= u.size && u.size < 86400 {
			return fmt.Sprintf("%.5g %s", s/u.size, u.name)
		}
	}
	return fmt.Sprintf("%.5g µs", s*1e6)
}

// Numbers writes numbers for people as [fmt.Sprintf] does, with the minus sign of text, −,
// where one is below zero. Exponents stay as they are typed: 1e-7. Files for programs, JSON
// and CSV, have numbers of their own.
func Numbers(format string, args ...any) string {
	text := fmt.Sprintf(format, args...)
	if !strings.Contains(text, "-") {
		return text
	}
	return minus.ReplaceAllString(text, "$1−$2")
}

// minus is the sign of a number, and no hyphen within a word.
var minus = regexp.MustCompile(`(^|[\s(\[=±τ])-([0-9I])`)
