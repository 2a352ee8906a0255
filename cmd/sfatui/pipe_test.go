//go:build unix

package main

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"example.com/sfatui/cmd/sfatui/cli"
)

// A pipe without a writer is refused for every flag and argument that names a
// file: no command waits for it.
func TestPipesAreRefused(t *testing.T) {
	work := t.TempDir()
	pipe, data := filepath.Join(work, "pipe"), filepath.Join(work, "waves.csv")
	waves(t, data)
	folder := filepath.Join(work, "folder")
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{pipe, filepath.Join(folder, "dataset.yaml")} {
		if err := syscall.Mkfifo(path, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{
		{"run", pipe},
		{"run", data, "--graph", "edges:" + pipe},
		{"run", data, "--test-data", pipe},
		{"data", folder},
		{"check", pipe},
		{"replay", pipe},
		{"unpack", pipe},
		{"diff", pipe, pipe},
		{"transform", pipe, data},
		{"serve", "--authorized-keys", pipe, "--data", work},
	} {
		if code, _, stderr := executed(t, args...); code == cli.CodeDone || code == cli.CodeInterrupted {
			t.Errorf("%v exits with %d: %s", args, code, stderr)
		}
	}
}
