// Package testenv adapts tests to their environment: their sizes and cases, and
// the place of their temporary files.
package testenv

import (
	"os"
	"runtime/debug"
	"testing"
	"time"
)

// Full reports whether tests take all sizes and cases: with CI set in the environment, and
// without -short. Callers run a small case of the same kind where it returns false.
func Full() bool { return os.Getenv("CI") != "" && !testing.Short() }

// MemoryDisk moves the temporary files of a test binary into memory, if the
// system has a file system there with enough space. It is for the TestMain of
// tests with thousands of small files, which take twice the processor time on a
// disk. With CI or TMPDIR set it does nothing, so that the tests use a real
// disk, too.
func MemoryDisk() {
	if os.Getenv("CI") == "" && os.Getenv("TMPDIR") == "" && usable(memoryDir) {
		os.Setenv("TMPDIR", memoryDir)
	}
}

// CollectRarely lets garbage grow to four times what is in use, unless GOGC says otherwise. It
// is for the TestMain of tests that compute many small sweeps: of a heap of a few megabytes the
// runtime's default starts a collection every few milliseconds, which take a fifth of the
// processor time. Large plans are collected by that percentage, too.
func CollectRarely() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
}

// Patience returns how long a test waits for a screen, or for the state of a
// process, before it fails: ten seconds, or the duration in SFATUI_PATIENCE for
// a slow machine, as under the race detector during other work.
func Patience() time.Duration {
	if d, err := time.ParseDuration(os.Getenv("SFATUI_PATIENCE")); err == nil && d > 0 {
		return d
	}
	return 10 * time.Second
}
