// Package testenv decides for tests what depends on where they run: which of their sizes and
// cases they take, and where their temporary files lie.
package testenv

import (
	"os"
	"testing"
	"time"
)

// Full reports whether tests take all sizes and cases: with CI set in the environment, and
// without -short. Callers run a small case of the same kind where it returns false.
func Full() bool { return os.Getenv("CI") != "" && !testing.Short() }

// MemoryDisk has the temporary files of a test binary lie in memory, where the system has a
// file system there with enough room. A TestMain calls it whose tests make thousands of small
// files: on a disk they take twice the processor time. With CI or TMPDIR set, files stay
// where they are, so that the tests see a real disk, too.
func MemoryDisk() {
	if os.Getenv("CI") == "" && os.Getenv("TMPDIR") == "" && usable(memoryDir) {
		os.Setenv("TMPDIR", memoryDir)
	}
}

// Patience returns how long a test waits for a screen, or for the state of a process, before
// it fails: ten seconds, or what SFATUI_PATIENCE says where a machine is slow, as under the
// race detector beside other work.
func Patience() time.Duration {
	if d, err := time.ParseDuration(os.Getenv("SFATUI_PATIENCE")); err == nil && d > 0 {
		return d
	}
	return 10 * time.Second
}
