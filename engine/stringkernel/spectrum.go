package stringkernel

import (
	"fmt"
	"slices"
)

// Spectrum is the spectrum kernel: it compares the counts of words of N symbols without gaps
// (Leslie et al. 2002).
type Spectrum struct{ N int }

// Value returns Σ_u count_u(s)·count_u(t) over all words u, a whole number; 0 if a string is
// shorter than N. It takes O(N·(|s| + |t|)) operations.
func (k Spectrum) Value(w *Workspace, s, t []int32) float64 {
	if k.N < 1 {
		panic(fmt.Sprintf("stringkernel: words of %d", k.N))
	}
	if len(s) > len(t) {
		s, t = t, s
	}
	if len(s) < k.N {
		return 0
	}
	size := 4
	for size < 2*len(s) {
		size *= 2
	}
	w.table = slices.Grow(w.table[:0], size)[:size]
	clear(w.table)
	for i := range len(s) - k.N + 1 {
		e := w.find(s, s[i:i+k.N])
		if e.at == 0 {
			e.at = int32(i + 1)
		}
		e.count++
	}
	sum := 0.0
	for i := range len(t) - k.N + 1 {
		sum += float64(w.find(s, t[i:i+k.N]).count)
	}
	return sum
}

// find returns the entry of a word in the table of the words of s: its own, or the empty
// entry for it.
func (w *Workspace) find(s, word []int32) *entry {
	hash := uint64(14695981039346656037) // FNV-1a
	for _, v := range word {
		hash = (hash ^ uint64(uint32(v))) * 1099511628211
	}
	mask := uint64(len(w.table) - 1)
	for at := (hash ^ hash>>32) & mask; ; at = (at + 1) & mask {
		e := &w.table[at]
		if e.at == 0 || slices.Equal(s[e.at-1:int(e.at)-1+len(word)], word) {
			return e
		}
	}
}
