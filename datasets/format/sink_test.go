package format

import (
	"strings"
	"testing"
)

func TestOpenMemory(t *testing.T) {
	to := &Sink{values: MaxBytes/8 - 5}
	if err := to.Hold(5, "x.csv"); err != nil {
		t.Error(err)
	}
	if err := to.Hold(1, "x.csv"); err == nil || !strings.Contains(err.Error(), "x.csv") || !strings.Contains(err.Error(), "16 GiB") {
		t.Error(err)
	}
}
