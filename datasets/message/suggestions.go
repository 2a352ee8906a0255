package message

import (
	"slices"
	"strings"
)

// Suggestions returns the names sorted by their edit distance from want, with
// those that contain it first, ignoring case. Equals keep their order.
func Suggestions(names []string, want string) []string {
	type scored struct {
		name string
		d    int
	}
	low := strings.ToLower(want)
	letters := []rune(low)
	s := make([]scored, len(names))
	for i, n := range names {
		name := strings.ToLower(n)
		s[i] = scored{n, editDistance([]rune(name), letters)}
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
