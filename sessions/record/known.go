package record

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
)

// index is the index of a list of results that only grows. All snapshots of
// one history share it and the list's memory: the one at its tip grows them in
// place, any other first takes a copy.
type index struct {
	mu  sync.Mutex
	at  map[string]int // index of each key
	tip int            // length of the longest list
}

// find is the index of a key among the first n results, or -1.
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

// add appends a result, unless its key is there already. The list given is not
// changed.
func (k *index) add(list []*result.Result, r *result.Result) ([]*result.Result, *index, bool) {
	if k.find(r.Key, len(list)) >= 0 {
		return list, k, false
	}
	if k != nil {
		k.mu.Lock()
		defer k.mu.Unlock()
	}
	if k == nil || k.tip != len(list) {
		at := make(map[string]int, len(list)+1)
		for i, old := range list {
			at[old.Key] = i
		}
		list = slices.Clip(list)
		k = &index{at: at, tip: len(list)}
	}
	k.at[r.Key] = k.tip
	k.tip++
	return append(list, r), k, true
}

// busyTime is the union of stretches of time in milliseconds.
type busyTime struct {
	spans []span // apart and in order
	older int64  // length of those forgotten
}

type span struct{ from, to int64 }

// maxSpans bounds the stretches that are remembered one by one.
const maxSpans = 64

// with is the union with one more stretch; b stays as it is.
func (b busyTime) with(from, to int64) busyTime {
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

// sum is the length of the union.
func (b busyTime) sum() int64 {
	sum := b.older
	for _, s := range b.spans {
		sum += s.to - s.from
	}
	return sum
}

// KindMeasured tells what the training outputs of a point are when they are measured
// themselves: of the best point, where a sweep measured all by second moments. It is no
// part of the point.
const KindMeasured = "point.measured"

// Measured is the unit-variance check of a point, taken over its training outputs.
type Measured struct {
	Key      string           `json:"key"`
	Variance *result.Variance `json:"variance,omitempty"`
	Error    string           `json:"error,omitempty"` // why it could not be taken
}

// String is the check in words.
func (m Measured) String() string {
	if m.Variance == nil {
		return "measured again over the training outputs: " + m.Error
	}
	off := math.Max(float64(m.Variance.Max)-1, 1-float64(m.Variance.Min))
	return fmt.Sprintf("measured again over the training outputs: variances within %.2g of 1, correlations at most %.2g", off, float64(m.Variance.MaxAbsCorr))
}

// MeasuredOf is what was measured last of the point with the given key.
func (s State) MeasuredOf(key string) (Measured, bool) {
	i := slices.IndexFunc(s.Measured, func(m Measured) bool { return m.Key == key })
	if i < 0 {
		return Measured{}, false
	}
	return s.Measured[i], true
}

// measured takes up a measurement: the last one of a point counts.
func (s *State) measured(r Record) {
	d, ok := DataOf[Measured](r)
	if !ok || !IsKey(d.Key) {
		return
	}
	// Earlier snapshots keep theirs.
	s.Measured = append(slices.DeleteFunc(slices.Clone(s.Measured), func(old Measured) bool { return old.Key == d.Key }), d)
	s.log(r.T, "point "+d.Key[:12]+" "+d.String())
}

// KindNote is a note on a point: the user's own words about a choice of
// parameters. It is no part of the sweep, and may be written at any time.
const KindNote = "point.note"

// MaxNote bounds a note in bytes.
const MaxNote = 4096

// Note is the user's words about a choice of parameters, and the data of a note.
type Note struct {
	// Point is the choice: a point without its fold and draw. It may be one that
	// is not computed yet.
	Point part.Point `json:"point"`
	// Text is empty where an earlier note is taken away.
	Text string `json:"text"`
}

// Rename gives the point of a note the words of this engine, where one of the given version
// wrote the session.
func (r *Record) Rename(engine string) {
	if r.Kind != KindNote {
		return
	}
	d, ok := DataOf[Note](*r)
	was := d.Point
	if d.Point.Rename(engine); ok && d.Point != was {
		r.Data = New(r.T, r.Kind, d, nil).Data
	}
}

// noted takes up a note: the last one on a point counts.
func (s *State) noted(r Record) {
	d, ok := DataOf[Note](r)
	if !ok {
		return
	}
	n := Note{d.Point.Config(), CleanNote(d.Text)}
	// Earlier snapshots keep theirs.
	s.Notes = slices.DeleteFunc(slices.Clone(s.Notes), func(old Note) bool { return old.Point == n.Point })
	if n.Text != "" {
		s.Notes = append(s.Notes, n)
		s.log(r.T, "note on "+n.Point.Label()+": "+n.Text)
	}
}

// CleanNote is a note as it is kept: one line, of a bounded length.
func CleanNote(text string) string {
	text = strings.TrimSpace(message.Clean(text))
	if len(text) > MaxNote {
		text = strings.ToValidUTF8(text[:MaxNote], "")
	}
	return text
}
