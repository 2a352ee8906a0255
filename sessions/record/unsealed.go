package record

import (
	"fmt"
	"slices"
	"time"

	"example.com/sfatui/engine/result"
)

// KindUnsealed tells that somebody looked at sealed test parts, and what was chosen then.
// KindTested tells what a point has on its test part; one for each that was looked at follows.
const (
	KindUnsealed = "test.unsealed"
	KindTested   = "test.measured"
)

// Unsealed is a look at the sealed test parts of the points that a choice took.
type Unsealed struct {
	// By is the user who asked for it.
	By string `json:"by"`
	// Star are the keys of ★, and Nested those of what each fold alone chose, fold by fold.
	Star   []string `json:"star"`
	Nested []string `json:"nested"`
	// At is when it was, to the second.
	At time.Time `json:"at"`
}

// Tested is a point measured again with its test part. Its key is that of the sealed point.
type Tested struct {
	Key    string         `json:"key"`
	Result *result.Result `json:"result"`
}

// unseal takes up a look, and what was seen. What names no key is left out: a file may come
// from a stranger.
func (s *State) unseal(r Record) {
	if r.Kind == KindTested {
		d, ok := DataOf[Tested](r)
		if !ok || !IsKey(d.Key) || d.Result == nil {
			return
		}
		tested := make(map[string]*result.Result, len(s.tested)+1) // earlier snapshots keep theirs
		for k, v := range s.tested {
			tested[k] = v
		}
		tested[d.Key] = d.Result
		s.tested = tested
		return
	}
	d, ok := DataOf[Unsealed](r)
	if !ok || slices.ContainsFunc(slices.Concat(d.Star, d.Nested), func(k string) bool { return !IsKey(k) }) {
		return
	}
	s.Unsealed = append(slices.Clip(s.Unsealed), d)
	s.log(r.T, Happening, fmt.Sprintf("test unsealed by %s", d.By))
}

// WithTest are results with what was seen of sealed test parts: the points, their keys and
// their validation parts stay.
func (s State) WithTest(results []*result.Result) []*result.Result {
	if s.tested == nil {
		return results
	}
	out := slices.Clone(results)
	for i, r := range out {
		if t := s.tested[r.Key]; t != nil {
			seen := *t
			seen.Key, seen.Point, seen.Validation = r.Key, r.Point, r.Validation
			out[i] = &seen
		}
	}
	return out
}

// UnsealedText says how often sealed test parts were looked at, by whom and when last; "" for
// never.
func (s State) UnsealedText() string {
	if len(s.Unsealed) == 0 {
		return ""
	}
	last := s.Unsealed[len(s.Unsealed)-1]
	when := last.At.UTC().Format("2 January 2006")
	if len(s.Unsealed) == 1 {
		return fmt.Sprintf("test was looked at once, after the choice: by %s, %s", last.By, when)
	}
	return fmt.Sprintf("test was looked at %d times, each after the choice that stood then; the last time by %s, %s", len(s.Unsealed), last.By, when)
}
