package message

import (
	"slices"
	"strings"
)

// Suggestions sorts a copy of names by their edit distance from want, those that
// hold it first, letter case ignored; equals keep their order.
func Suggestions(names []string, want string) []string {
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
