package uitest

import (
	"os"
	"os/signal"
	"testing"
	"testing/synctest"
	"time"

	"example.com/sfatui/ui/draft"
)

// Bubble runs a test on a clock that passes when nothing else happens: no machine is too
// slow for what waits, and no wait takes long. It begins at the time of the machine, which
// files have. When the test returns, nothing of its programs may be left but ticks of less
// than a minute.
//
// The clock stands still while something computes, so a sweep that is to run for a while
// is held by a [Gate].
func Bubble(t *testing.T, test func(t *testing.T)) {
	t.Helper()
	draft.TimeOf(1) // measures the machine, by the clock of the machine
	interrupted := make(chan os.Signal, 1)
	signal.Notify(interrupted, os.Interrupt) // begins the goroutine that hands out signals, which stays
	signal.Stop(interrupted)
	now := time.Now()
	synctest.Test(t, func(t *testing.T) {
		<-time.After(time.Until(now))
		t.Cleanup(func() { <-time.After(time.Minute) })
		test(t)
	})
}
