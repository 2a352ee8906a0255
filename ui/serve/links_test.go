package serve

import (
	"example.com/sfatui/ui/uitest"
	"os"
	"path/filepath"
	"testing"
)

// A link planted in a session while its owner has it on the screen does not lead out of the
// folder.
func TestPlantedLink(t *testing.T) {
	for _, sub := range []string{"points", "journal"} {
		t.Run(sub, func(t *testing.T) {
			uitest.Bubble(t, func(t *testing.T) {
				p, _ := newGated(t)
				owner := p.join(p.owner, "xterm", 250, 24)
				owner.choose("tiny.csv")
				owner.until("○ not started")
				owner.typeKeys("ss")
				owner.until("● running")
				owner.typeKeys("x")
				owner.until("Cancel?")
				owner.typeKeys("y")
				owner.until("‖ stopped at")

				outside, dir := t.TempDir(), p.session1(t).Dir
				if err := os.Rename(filepath.Join(dir, sub), filepath.Join(t.TempDir(), "aside")); err != nil {
					t.Fatal(err)
				}
				if err := os.Symlink(outside, filepath.Join(dir, sub)); err != nil {
					t.Fatal(err)
				}
				owner.typeKeys("s")
				owner.until("outside", "themselves") // words that a long path does not split
				if made, err := os.ReadDir(outside); err != nil || len(made) != 0 {
					t.Errorf("outside were made %v, %v", made, err)
				}
			})
		})
	}
}
