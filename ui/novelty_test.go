package ui

import (
	"maps"
	"os"
	"path/filepath"
	"testing"

	"example.com/sfatui/datasets/split"
	"example.com/sfatui/ui/uitest"
)

// Keys move the line of the alarm on the screen, and the session stays as it was. On a
// narrow screen, too, the alarms are listed, and enter goes to the one under the cursor.
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
	term.until("▸1 summary", "7 novelty")
	term.typeKeys("7")
	term.until("▸7 novelty", "line: 90 % of training", "2 samples in a row", "false alarms", "where 10 % are meant", "detected", "delay", "most novel")
	dir, err := c.Dir("")
	if err != nil {
		t.Fatal(err)
	}
	kept := written(t, filepath.Dir(dir))
	term.typeKeys(">>))")
	term.until("line: 96 % of training", "4 samples in a row", "moved by hand")
	term.typeKeys("<<<<((((")
	term.until("line: 70 % of training", "each sample above the line", "moved by hand")
	term.typeKeys("j\r")
	term.until("› data", "alarm at ", " of 12")
	term.typeKeys("q")
	got := ending(term, ended)
	if got.err != nil {
		t.Fatal(got.err)
	}
	if now := written(t, filepath.Dir(dir)); len(kept) == 0 || !maps.Equal(kept, now) {
		t.Errorf("%d files of the session became %d others", len(kept), len(now))
	}
}

// written is the content of all files under a folder.
func written(t *testing.T, dir string) map[string]string {
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
