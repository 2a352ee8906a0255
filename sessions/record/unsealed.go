package record

import (
	"fmt"
	"slices"
	"time"

	"example.com/sfatui/engine/result"
)

// KindUnsealed records an evaluation of sealed test parts, and the choice at
// that time. A KindTested with the test results follows for each evaluated
// point.
const (
	KindUnsealed = "test.unsealed"
	KindTested   = "test.measured"
)

// Unsealed is an evaluation of the sealed test parts of the chosen points.
type Unsealed struct {
	// By is the user who requested it.
	By string `json:"by"`
	// Star holds the keys of ★, Nested those of the choices within each fold,
	// fold by fold.
	Star   []string `json:"star"`
	Nested []string `json:"nested"`
	// At is the time, to the second.
	At time.Time `json:"at"`
}

// Tested is a point measured again with its test part. Key is the key of the
// sealed point.
type Tested struct {
	Key    string         `json:"key"`
	Result *result.Result `json:"result"`
}

// unseal adds an evaluation, or a result of one. It skips records with invalid
// keys, because the file may come from a stranger.
func (s *State) unseal(r Record) {
	if r.Kind == KindTested {
		d, ok := DataOf[Tested](r)
		if !ok || !IsKey(d.Key) || d.Result == nil {
			return
		}
		tested := make(map[string]*result.Result, len(s.tested)+1) // copy: earlier snapshots keep theirs
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

// WithTest returns the results with their test parts, where those were
// evaluated. Points, keys and validation parts stay the same.
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

// UnsealedText returns how often sealed test parts were evaluated, by whom and
// when last; "" for never.
func (s State) UnsealedText() string {
	if len(s.Unsealed) == 0 {
		return ""
	}
	last := s.Unsealed[len(s.Unsealed)-1]
	when := last.At.UTC().Format("2 January 2006")
	if len(s.Unsealed) == 1 {
		return fmt.Sprintf("test was evaluated once, after the choice: by %s, %s", last.By, when)
	}
	return fmt.Sprintf("test was evaluated %d times, each after the choice at that time; the last time by %s, %s", len(s.Unsealed), last.By, when)
}
