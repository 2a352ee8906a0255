package ui

import (
	"maps"
	"os"
	"path/filepath"
	"testing"

	"example.com/sfatui/datasets/split"
	"example.com/sfatui/ui/uitest"
)

// Keys move the alarm threshold on the screen, and the session is unchanged. On a narrow screen
// the alarms are listed too, and enter opens the one under the cursor.
func TestNoveltyMovesItsLineOnTheScreenAlone(t *testing.T) {
	uitest.Bubble(t, testNoveltyMovesItsLineOnTheScreenAlone)
}

func testNoveltyMovesItsLineOnTheScreenAlone(t *testing.T) {
	term := newTerminal(t, 80, 24)
	c := tinyConfig(t)
	c.AutoStart = true
	c.Spec = c.Spec.With("sigma", "1", "lambda", "0", "readout", "novelty", "normal", "low", "offset", "0.9", "alarm-after", "2")
	c.Spec.Split = split.Options{Folds: 2, Validation: 0.3}
	ended := term.start(c, func(c Config) (string, error) { return Workbench(t.Context(), c) })
	term.until("2/2 fits", "✓ done")
	term.typeKeys("\r")
	term.until("▸S summary", "V novelty")
	term.typeKeys("V")
	term.until("▸V novelty", "line: 90 % of training", "2 samples in a row", "false alarms", "target 10 %", "detected", "delay", "most novel")
	dir, err := c.Dir("")
	if err != nil {
		t.Fatal(err)
	}
	kept := readFiles(t, filepath.Dir(dir))
	term.typeKeys(">>))")
	term.until("line: 96 % of training", "4 samples in a row", "changed by hand")
	term.typeKeys("<<<<((((")
	term.until("line: 70 % of training", "each sample above the line", "changed by hand")
	term.typeKeys("j\r")
	term.until("› data", "alarm at ", " of 12")
	term.typeKeys("q")
	got := waitForResult(term, ended)
	if got.err != nil {
		t.Fatal(got.err)
	}
	if now := readFiles(t, filepath.Dir(dir)); len(kept) == 0 || !maps.Equal(kept, now) {
		t.Errorf("%d files of the session became %d others", len(kept), len(now))
	}
}

// A threshold from held-out samples is labelled as such, and can only be moved as far as their
// number allows.
func TestNoveltyLineByHeldOutSamples(t *testing.T) { uitest.Bubble(t, testNoveltyLineByHeldOutSamples) }

func testNoveltyLineByHeldOutSamples(t *testing.T) {
	term := newTerminal(t, 80, 24)
	c := tinyConfig(t)
	c.AutoStart = true
	c.Spec = c.Spec.With("sigma", "1", "lambda", "0", "readout", "novelty", "normal", "low", "offset", "held:0.5")
	c.Spec.Split = split.Options{Folds: 2, Validation: 0.3}
	ended := term.start(c, func(c Config) (string, error) { return Workbench(t.Context(), c) })
	term.until("2/2 fits", "✓ done")
	term.typeKeys("\r")
	term.until("▸S summary", "V novelty")
	term.typeKeys("V")
	term.until("▸V novelty", "line: 50 % of held-out samples")
	term.typeKeys(">>>>>>>>>>>>>>")
	term.until("of held-out samples", "changed by hand")
	term.until("line: 95 % of held-out samples") // with 20 samples; 96 % needs 24
	term.typeKeys("q")
	if got := waitForResult(term, ended); got.err != nil {
		t.Fatal(got.err)
	}
}

// The page on the choice draws the learning curve over shares of the training part, and shows
// whether more data would help.
func TestLearningCurveOnThePageOfTheChoice(t *testing.T) {
	uitest.Bubble(t, testLearningCurveOnThePageOfTheChoice)
}

func testLearningCurveOnThePageOfTheChoice(t *testing.T) {
	term := newTerminal(t, 100, 50)
	c := tinyConfig(t)
	c.AutoStart = true
	c.Spec = c.Spec.With("sigma", "1", "lambda", "0", "readout", "none", "train-share", "0.5,1")
	c.Spec.Split = split.Options{Folds: 2, Validation: 0.3}
	ended := term.start(c, func(c Config) (string, error) { return Workbench(t.Context(), c) })
	term.until("4/4 fits", "✓ done", "train-share")
	term.typeKeys("7")
	term.until("▸7 choosing", "more data would", "with 50 %", "with 100 %", "learning curve of the best point of each share", "over share of the training part", "● validation")
	term.typeKeys("q")
	if got := waitForResult(term, ended); got.err != nil {
		t.Fatal(got.err)
	}
}

// readFiles returns the contents of all files under a folder.
func readFiles(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		out[path] = string(b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}
