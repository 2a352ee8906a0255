package store_test

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"example.com/sfatui/sessions/sessiontest"
)

// SFTP has one code for all failures. A file that somebody else published is taken for what it
// is then, and not for a sign that the file system has no hard links.
func TestPublishWhereFailuresHaveNoCause(t *testing.T) {
	const folder, name = "s", "s/point"
	for _, call := range []string{"link", "mkdir"} {
		fault := sessiontest.Fault{Name: call, Err: syscall.EPERM, Calls: []string{call}, Lasts: true}
		dir := t.TempDir()
		in, err := sessiontest.NewFaulty(t, filepath.Dir(dir), fault, 2).Place(dir).Open()
		if err != nil {
			t.Fatal(err)
		}
		if err := in.Mkdir(folder); err != nil {
			t.Fatal(err)
		}
		if err := in.Mkdir(folder); err != nil {
			t.Error(err)
		}
		first, second := in.Publish(name, []byte("a")), in.Publish(name, []byte("b"))
		if first != nil || !errors.Is(second, fs.ErrExist) {
			t.Errorf("%s: %v, then %v", call, first, second)
		}
		if b, err := in.Read(name); err != nil || string(b) != "a" {
			t.Errorf("%s: %q, %v", call, b, err)
		}
		err = in.Publish("s/new", []byte("c"))
		if lacks := err != nil && strings.Contains(err.Error(), "no hard links"); lacks != (call == "link") {
			t.Errorf("%s: a new name: %v", call, err)
		}
	}
}
