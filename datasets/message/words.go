package message

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
)

// listed is the maximum number of names in a list.
const listed = 12

// List returns names in a list: the first few and the number of the others.
func List(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	if len(names) <= listed {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:listed], ", "), len(names)-listed)
}

// Counted returns a number with its noun: "1 file" or "3 files", "2 classes",
// "2 directories", "2 keys".
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

// Shorten returns s cut to n runes and an ellipsis if it is longer.
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

// Quote returns column names as the value of a flag, quoted for a shell.
func Quote(names []string) string {
	s := strings.Join(names, ",")
	if strings.ContainsAny(s, " \t'\"\\$`!*?[](){}<>|&;#~") {
		s = "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
	}
	return s
}

// plainName matches file names without special characters of a shell.
var plainName = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9._+=@-]*$`)

// Command returns a command with the file's name in place of FILE, and the name
// without its extension in place of BARE. It leaves a name with special
// characters to the user.
func Command(command, path string) string {
	base := filepath.Base(path)
	if !plainName.MatchString(base) {
		return command
	}
	return strings.NewReplacer("FILE", base, "BARE", strings.TrimSuffix(base, filepath.Ext(base))).Replace(command)
}

// Sampling returns a sampling rate in Hz in words: "8000 samples a second", "a sample every 1 min".
func Sampling(rate float64) string {
	switch text := Numbers("%.6g", rate); {
	case text == "1":
		return "1 sample a second"
	case rate > 1:
		return text + " samples a second"
	}
	return "a sample every " + Duration(1/rate)
}

// YearSeconds is the number of seconds in a year of 365.25 days.
const YearSeconds = 365.25 * 86400

// Duration returns a number of seconds in a readable unit.
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

// Numbers formats as [fmt.Sprintf] does, with the typographic minus sign, −,
// before negative numbers and exponents as [Exponents] writes them, which changes the
// width of a padded number. Files for programs, JSON and CSV, do not use it.
func Numbers(format string, args ...any) string {
	text := Exponents(fmt.Sprintf(format, args...))
	if !strings.Contains(text, "-") {
		return text
	}
	return minus.ReplaceAllString(text, "$1−$2")
}

// Exponents writes the exponents of the numbers in a text as people type them: 1e-7 for
// 1e-07, 1e5 for 1e+05.
func Exponents(text string) string {
	if !strings.Contains(text, "e-0") && !strings.Contains(text, "e+") {
		return text
	}
	return exponent.ReplaceAllString(text, "${1}e$2$3")
}

// exponent matches a number that Go writes with an exponent, of which it drops the plus and
// a leading zero.
var exponent = regexp.MustCompile(`\b([0-9][0-9.]*)e(?:(-)|\+)0?([0-9]+)\b`)

// minus matches the sign of a number, but no hyphen within a word.
var minus = regexp.MustCompile(`(^|[\s(\[=±τ])-([0-9I])`)
