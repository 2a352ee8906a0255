package named

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// Fast reading prints nothing; slow reading shows its progress, and clears the
// line.
func TestReadingReportsProgress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var screen strings.Builder
		r := reading{to: &screen, begun: time.Now()}
		r.showProgress("journal", 10, 1000)
		r.clear()
		if said := screen.String(); said != "" {
			t.Errorf("at once it says %q", said)
		}
		time.Sleep(progressDelay)
		r.showProgress("journal", 400, 1000)
		r.showProgress("journal", 401, 1000)
		time.Sleep(progressInterval)
		r.showProgress("point", 1, 1)
		r.clear()
		if want := "\rreading 400 of 1,000 journals\x1b[K\rreading 1 of 1 point\x1b[K\r\x1b[K"; screen.String() != want {
			t.Errorf("it says %q, want %q", screen.String(), want)
		}
	})
}
