package store_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"example.com/sfatui/sessions/store"
)

// The time of a change is not taken along a link that leads out of the folder that a place is
// confined to. Without a folder, links are followed.
func TestChangedFollowsNoLinkOut(t *testing.T) {
	outside, served := t.TempDir(), t.TempDir()
	secret := time.Date(2001, 2, 3, 4, 5, 6, 0, time.UTC)
	if err := os.Chtimes(outside, secret, secret); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(served, "x.sfa")
	if err := os.Symlink(outside, path); err != nil {
		t.Skip("this system has no links: ", err)
	}
	root, err := os.OpenRoot(served)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	if at := store.Beneath(root, "x.sfa").Changed(); at.Equal(secret) || at.IsZero() {
		t.Errorf("a confined place changed at %v, the time of a directory outside", at)
	}
	if at := store.At(path).Changed(); !at.Equal(secret) {
		t.Errorf("a place changed at %v, want %v", at, secret)
	}
	if at := store.Beneath(root, "none.sfa").Changed(); !at.IsZero() {
		t.Errorf("nothing changed at %v", at)
	}
}
