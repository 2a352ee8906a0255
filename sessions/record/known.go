package record

import (
	"slices"
	"sync"

	"example.com/sfatui/engine/result"
)

// index maps keys to positions in a growing list of results. All snapshots of
// one history share it and the list's memory. Appending to the longest list
// works in place; appending to a shorter one makes a copy first.
type index struct {
	mu      sync.Mutex
	at      map[string]int // position of each key
	longest int            // length of the longest list
}

// find returns the position of a key among the first n results, or -1.
func (k *index) find(key string, n int) int {
	if k == nil {
		return -1
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if i, ok := k.at[key]; ok && i < n {
		return i
	}
	return -1
}

// add appends a result, unless its key is present. It does not change the given
// list.
func (k *index) add(list []*result.Result, r *result.Result) ([]*result.Result, *index, bool) {
	if k.find(r.Key, len(list)) >= 0 {
		return list, k, false
	}
	if k != nil {
		k.mu.Lock()
		defer k.mu.Unlock()
	}
	if k == nil || k.longest != len(list) {
		at := make(map[string]int, len(list)+1)
		for i, old := range list {
			at[old.Key] = i
		}
		list = slices.Clip(list)
		k = &index{at: at, longest: len(list)}
	}
	k.at[r.Key] = k.longest
	k.longest++
	return append(list, r), k, true
}

// busyTime is a union of time intervals in milliseconds.
type busyTime struct {
	spans []span // disjoint and in order
	older int64  // total length of dropped intervals
}

type span struct{ from, to int64 }

// maxSpans is the maximum number of intervals that are kept individually.
const maxSpans = 64

// union returns the union with one more interval; b is unchanged.
func (b busyTime) union(from, to int64) busyTime {
	if from >= to {
		return b
	}
	spans := make([]span, 0, len(b.spans)+1)
	i := 0
	for ; i < len(b.spans) && b.spans[i].to < from; i++ {
		spans = append(spans, b.spans[i])
	}
	for ; i < len(b.spans) && b.spans[i].from <= to; i++ {
		from, to = min(from, b.spans[i].from), max(to, b.spans[i].to)
	}
	spans = append(append(spans, span{from, to}), b.spans[i:]...)
	if len(spans) > maxSpans {
		b.older += spans[0].to - spans[0].from
		spans = spans[1:]
	}
	return busyTime{spans, b.older}
}

// sum returns the length of the union.
func (b busyTime) sum() int64 {
	sum := b.older
	for _, s := range b.spans {
		sum += s.to - s.from
	}
	return sum
}
