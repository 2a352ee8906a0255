package series

import (
	"context"
	"io"
	"strings"
	"testing"
)

// TestCountSparse counts rows regardless of the line end and the size of the
// buffer.
func TestCountSparse(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "{}": 1, "{}\n\n {1 {}\r\t{}\r\nx{}\n%{}\n{": 4,
		strings.Repeat("x", 256<<10) + "{}\n{}":      1,
		strings.Repeat("\n", 256<<10) + "{}\n{}":     2,
		strings.Repeat("x", 256<<10-1) + "\n{}\n {}": 2,
	} {
		got, err := countSparse(context.Background(), io.NewSectionReader(strings.NewReader(text), 0, int64(len(text))))
		if err != nil || got != want {
			t.Errorf("%.20q…: %d rows, %v, want %d", text, got, err, want)
		}
	}
}
