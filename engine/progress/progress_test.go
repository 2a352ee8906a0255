package progress_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"example.com/sfatui/engine/progress"
)

// Rounds of 0.4 s are reported once a second, those of a part among all rounds, and the
// last not at all.
func TestReport(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var told []string
		ctx := progress.With(t.Context(), time.Second, func(what string, done, of int) {
			told = append(told, fmt.Sprintf("%s %d/%d", what, done, of))
		})
		rounds := func(ctx context.Context, n int) {
			for i := range n {
				time.Sleep(400 * time.Millisecond)
				progress.Report(ctx, "parts", i+1, n)
			}
		}
		rounds(ctx, 6)
		rounds(progress.Within(ctx, 6, 10), 4)
		if want := []string{"parts 3/6", "parts 7/10"}; !slices.Equal(told, want) {
			t.Errorf("told %q, want %q", told, want)
		}
	})
}

// Without a function in the context nothing is reported.
func TestWithout(t *testing.T) {
	progress.Report(progress.Within(t.Context(), 1, 2), "parts", 1, 2)
}
