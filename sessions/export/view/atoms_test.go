package view

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/sessiontest/recorded"
)

// Each atom of a point with a front is drawn, with its use; a point without a
// front has none.
func TestAtomsOfAPoint(t *testing.T) {
	s, set := recorded.WavesWith(t, sweep.Spec{}.With("front", "ksvd:6:1,none", "space", "linear", "p", "1", "lambda", "0"))
	drawnOnce := false
	for _, r := range s.Finished() {
		if r.FrontInfo == nil {
			undrawn(t, "a point without a front", "has no atoms")(OfPoint(t.Context(), s, "atoms", set, r))
			continue
		}
		d, err := OfPoint(t.Context(), s, "atoms", set, r)
		text := drawn(t)(d, err)
		for want, n := range map[string]int{"<title>atom ": 6, "what learning minimises": 2, "<polyline": 1} {
			if strings.Count(text, want) < n {
				t.Errorf("%q stands there %d times of %d in\n%s", want, strings.Count(text, want), n, text)
			}
		}
		for x := xml.NewDecoder(strings.NewReader(text)); ; {
			if _, err := x.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatal(err)
			}
		}
		drawnOnce = true
	}
	if !drawnOnce {
		t.Error("no point has a front")
	}
}
