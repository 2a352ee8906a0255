package store

import (
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The file system's type is that of stat(1), and a missing path is polled as
// often as a local disk.
func TestInterval(t *testing.T) {
	if got := Interval("/nowhere/at/all"); got != localInterval {
		t.Errorf("of nothing: %v", got)
	}
	dir := t.TempDir()
	out, err := exec.Command("stat", "-f", "-c", "%t", dir).Output()
	if err != nil {
		t.Skipf("stat does not tell the type: %v", err)
	}
	kind, err := strconv.ParseUint(strings.TrimSpace(string(out)), 16, 64)
	if err != nil {
		t.Fatal(err)
	}
	want := localInterval
	if slices.Contains(networkTypes, uint32(kind)) {
		want = networkInterval
	}
	if got := Interval(dir); got != want {
		t.Errorf("type %x: %v, want %v", kind, got, want)
	}
	defer func(before []uint32) { networkTypes = before }(networkTypes)
	networkTypes = []uint32{uint32(kind)}
	if got := Interval(dir); got != networkInterval {
		t.Errorf("as a network: %v", got)
	}
}
