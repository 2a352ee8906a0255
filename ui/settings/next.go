package settings

import "slices"

// Next is the word after one of several, or the one before, round and
// round.
func Next(words []string, now string, by int) string {
	n := len(words)
	i := slices.Index(words, now)
	if i < 0 && by < 0 {
		i = 0
	}
	return words[((i+by)%n+n)%n]
}
