package journal

import (
	"fmt"
	"testing"
	"time"

	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/sessiontest"
)

// BenchmarkAppend measures writing one record durably.
func BenchmarkAppend(b *testing.B) {
	s := newSession(b, 1)
	w, err := s.Writer(time.Now)
	must(b, err)
	for b.Loop() {
		must(b, w.Command("pause", nil))
	}
	must(b, w.Close())
}

// BenchmarkPublish measures publishing and recording a finished point.
func BenchmarkPublish(b *testing.B) {
	s := newSession(b, 1)
	w, err := s.Writer(time.Now)
	must(b, err)
	r := sessiontest.Result(s.Plan()[0], 1)
	for i := 0; b.Loop(); i++ {
		r.Key = fmt.Sprintf("%064x", i)
		must(b, w.Handle(sweep.Event{Kind: sweep.PointDone, Result: r}))
	}
	must(b, w.Close())
}
