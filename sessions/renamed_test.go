package sessions

import (
	"path/filepath"
	"strings"
	"testing"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/store"
)

// readoutsIn are the words of readouts in plan and points.
func readoutsIn(s *Session) string {
	points := s.Points()
	for _, r := range s.Finished() {
		points = append(points, r.Point)
	}
	return strings.Join(ValuesOf(points, readout.Name.Of), " ")
}

// What an older engine recorded as lda is least squares: in the plan, the points, the
// notes, the sweep and a fork. Keys and files stay.
func TestReadoutsOfOlderEngines(t *testing.T) {
	for engine, want := range map[string]string{"0.5.0": "least-squares", "0.10.2": "lda", "0.6.0": "lda", "none": "least-squares"} {
		s := swept(t, func(h *Header) {
			h.Engine = engine
			h.Spec.Set("readout", "perceptron, lda")
		})
		w := newWriter(t, s)
		noted := s.Points()[0]
		readout.Name.Set(&noted, "lda") // as it was recorded
		must(t, w.Note(noted, "good"))
		must(t, w.Close())
		s = reopen(t, s)
		if got := readoutsIn(s); got != want || s.Header.Spec.Text("readout") != "perceptron,"+want {
			t.Errorf("engine %q: readouts %s, sweep %s", engine, got, s.Header.Spec.Text("readout"))
		}
		if notes := s.State().Notes; len(notes) != 1 || readout.Name.Of(notes[0].Point) != want {
			t.Errorf("engine %q: notes %v", engine, notes)
		}
		if damage := s.Damage(); len(damage) != 0 || !record.IsKey(s.Finished()[0].Key) {
			t.Errorf("engine %q: damage %v", engine, damage)
		}
		var followed []string
		must(t, s.Follow(t.Context(), 1, func(r record.Record) error {
			if r.Result != nil {
				followed = append(followed, readout.Name.Of(r.Result.Point))
			}
			return nil
		}))
		if len(followed) != 12 || followed[11] != want {
			t.Errorf("engine %q: followed %v", engine, followed)
		}
		if it := ItemAt(store.At(s.Dir)); it.Best == nil || readout.Name.Of(it.Best.Config) != want {
			t.Errorf("engine %q: listed %+v", engine, it)
		}
		fork, err := s.Fork(filepath.Join(t.TempDir(), "fork.sfa"))
		must(t, err)
		if got := readoutsIn(fork); got != want {
			t.Errorf("engine %q: fork with %s", engine, got)
		}
	}
}

// A sweep that left readouts to their default wrote none: the default of now is another.
func TestDefaultReadoutsOfOlderEngines(t *testing.T) {
	for engine, want := range map[string]string{"0.5.0": "least-squares", "0.6.0": ""} {
		s := swept(t, func(h *Header) {
			h.Engine = engine
			h.Spec.Set("readout", "")
		})
		if got := s.Header.Spec.Text("readout"); got != want {
			t.Errorf("engine %s: readouts %q, want %q", engine, got, want)
		}
	}
	if part.Older("0.6.0", "0.6.0") || !part.Older("0.5.9", "0.6.0") || part.Older("1.0", "0.6.0") {
		t.Error("versions are not compared as numbers")
	}
}
