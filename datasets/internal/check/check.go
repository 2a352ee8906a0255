// Package check holds checks that the tests of the data packages share.
package check

import (
	"errors"
	"strings"
	"testing"

	"example.com/sfatui/datasets/message"
)

// Error checks that an error is a usage error or not, and contains the texts.
func Error(t testing.TB, err error, usage bool, texts ...string) {
	t.Helper()
	if err == nil {
		t.Fatal("no error")
	}
	var ue *message.UsageError
	if errors.As(err, &ue) != usage {
		t.Errorf("usage error: %v, want %v: %v", !usage, usage, err)
	}
	for _, text := range texts {
		if !strings.Contains(err.Error(), text) {
			t.Errorf("error %q lacks %q", err, text)
		}
	}
}
