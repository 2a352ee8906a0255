package ui

import (
	"math"
	"os"
	"testing"
	"time"

	"example.com/sfatui/sessions"
	"example.com/sfatui/ui/uitest"
)

// Details of a finished point are computed in an opened, followed or replayed session; without
// its data the pages show what is missing.
func TestProgramInspectsPoints(t *testing.T) { uitest.Bubble(t, testProgramInspectsPoints) }

func testProgramInspectsPoints(t *testing.T) {
	term := newTerminal(t, 100, 30)
	c := tinyConfig(t)
	c.AutoStart = true
	c.Data.Group, c.Spec.Split.Folds = "trial", 2
	ended := term.start(c, func(c Config) (string, error) { return Workbench(t.Context(), c) })
	term.until("8/8 fits", "✓ done")
	term.typeKeys("F")
	term.until("▸F features", "fold 1 of 2", "training  1–", "φ1", "⠤")
	term.typeKeys("]")
	term.until("fold 2 of 2", "test  1–")
	term.typeKeys("E")
	term.until("▸E graph", "edges, samples in order", "components", "free")
	term.typeKeys("\x1b")
	term.until("4 points")
	term.typeKeys("22")
	term.until("▸2 unit variance", "● shifted", "▲ plain")
	term.typeKeys("3")
	term.until("▸3 accuracy", "predicted as", "t0 ", "first p features  test, lda")
	term.typeKeys("Fq") // and quit during the computation
	got := waitForResult(term, ended)
	if got.err != nil {
		t.Fatal(got.err)
	}
	s, err := sessions.Open(got.last)
	if err != nil {
		t.Fatal(err)
	}
	for name, show := range map[string]func(Config) error{
		"open":   func(c Config) error { _, err := Open(t.Context(), c, s); return err },
		"follow": func(c Config) error { return Follow(t.Context(), c, s, 50*time.Millisecond) },
		"replay": func(c Config) error { return Replay(t.Context(), c, s, math.Inf(1)) },
	} {
		ended := term.start(c, func(c Config) (string, error) { return "", show(c) })
		term.until("8/8 fits")
		term.typeKeys("F")
		term.until("▸F features", "training  1–", "⠤")
		term.typeKeys("d")
		term.until("▸c ", "240 samples", "2 inputs")
		term.typeKeys("q")
		if got := waitForResult(term, ended); got.err != nil {
			t.Errorf("%s: %v", name, got.err)
		}
	}
	if err := os.Remove(c.Data.Paths[0]); err != nil {
		t.Fatal(err)
	}
	ended = term.start(c, func(c Config) (string, error) { return "", Replay(t.Context(), c, s, math.Inf(1)) })
	term.until("8/8 fits")
	term.typeKeys("F")
	term.until("this needs the data", "no built-in set")
	term.typeKeys("q")
	if got := waitForResult(term, ended); got.err != nil {
		t.Errorf("without the data: %v", got.err)
	}
}
