package uitest

import (
	"os"
	"os/signal"
	"testing"
	"testing/synctest"
	"time"

	"example.com/sfatui/ui/draft"
)

// Bubble runs a test on a simulated clock that advances when all goroutines wait: no machine is
// too slow for a timeout, and no wait takes long. The clock starts at the machine's time,
// because files have that time. When the test returns, nothing of its programs may remain
// except ticks of less than a minute.
//
// The clock stands still during computations, so a sweep that should run for a while is held by
// a [Gate].
func Bubble(t *testing.T, test func(t *testing.T)) {
	t.Helper()
	draft.TimeOf(1) // measures the machine's speed by the machine's clock
	interrupted := make(chan os.Signal, 1)
	signal.Notify(interrupted, os.Interrupt) // starts the goroutine that distributes signals, which is never stopped
	signal.Stop(interrupted)
	now := time.Now()
	synctest.Test(t, func(t *testing.T) {
		<-time.After(time.Until(now))
		t.Cleanup(func() { <-time.After(time.Minute) })
		test(t)
	})
}
