package message

import (
	"fmt"
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

// Counted is "1 file" or "3 files", "2 classes", "2 directories".
func Counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	if stem, ok := strings.CutSuffix(noun, "y"); ok {
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
