package datasets

import (
	"fmt"
	"slices"
	"strings"
)

// listed is how many names a message shows before it says "and so many more".
const listed = 12

// nearest sorts a copy of names by their edit distance from want, those that
// hold it first, letter case ignored; equals keep their order.
func nearest(names []string, want string) []string {
	type scored struct {
		name string
		d    int
	}
	low := strings.ToLower(want)
	s := make([]scored, len(names))
	for i, n := range names {
		name := strings.ToLower(n)
		s[i] = scored{n, editDistance(name, low)}
		if strings.Contains(name, low) {
			s[i].d = min(s[i].d, 1)
		}
	}
	slices.SortStableFunc(s, func(a, b scored) int { return a.d - b.d })
	out := make([]string, len(s))
	for i := range s {
		out[i] = s[i].name
	}
	return out
}

// editDistance is the Levenshtein distance in bytes; of long texts only the
// first 64 bytes count, which bounds the work on hostile headers.
func editDistance(a, b string) int {
	a, b = a[:min(len(a), 64)], b[:min(len(b), 64)]
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// enumerate joins names for a message, the first few and the count of the rest.
func enumerate(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	if len(names) <= listed {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:listed], ", "), len(names)-listed)
}

// counted is "1 file" or "3 files", "2 classes", "2 directories".
func counted(n int, noun string) string {
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

// shorten cuts s to at most n runes, with an ellipsis for what was cut.
func shorten(s string, n int) string {
	i := 0
	for at := range s {
		if i == n {
			return s[:at] + "…"
		}
		i++
	}
	return s
}
