package store_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"example.com/sfatui/sessions/store"
)

func TestReadTextLeavesAPipe(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip("no named pipes here: ", err)
	}
	if _, err := store.ReadText(t.Context(), pipe, 10); err == nil || !strings.Contains(err.Error(), "nobody writes") {
		t.Errorf("nobody writes to the pipe: %v", err)
	}
	silent, err := os.OpenFile(pipe, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	ctx, cancel := context.WithCancel(t.Context())
	failed := make(chan error)
	go func() {
		_, err := store.ReadText(ctx, pipe, 10)
		failed <- err
	}()
	cancel()
	if err := <-failed; !errors.Is(err, context.Canceled) {
		t.Errorf("a pipe that does not end, after the context: %v", err)
	}
}

func TestReadTextIsBounded(t *testing.T) {
	path := filepath.Join(t.TempDir(), "text")
	if err := os.WriteFile(path, []byte("0123456789"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, most := range []int64{9, 10} {
		text, err := store.ReadText(t.Context(), path, most)
		if (most < 10) != (err != nil) || err == nil && string(text) != "0123456789" {
			t.Errorf("at most %d bytes: %q, %v", most, text, err)
		}
	}
}
