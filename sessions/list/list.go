package list

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"example.com/sfatui/datasets/message"

	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/archive"
	"example.com/sfatui/sessions/store"
)

// Fill reads the fields of items that [Glances] leaves zero, several items at once. It
// calls done with each index in ascending order, as soon as the item and all before it are
// complete. kept caches summaries; it may be nil. Fill returns an error if ctx ends first.
func Fill(ctx context.Context, items []Item, kept Kept, done func(i int)) error {
	there := make([]chan struct{}, len(items))
	for i := range there {
		there[i] = make(chan struct{})
	}
	go store.ForEach(len(items), func(i int) {
		defer close(there[i])
		if ctx.Err() == nil {
			items[i].Fill(store.At(items[i].Dir), kept)
		}
	})
	for i := range items {
		select {
		case <-there[i]:
		case <-ctx.Done():
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		done(i)
	}
	return nil
}

// Glances lists the sessions in folders, including packed ones, newest first, each as
// [Glance] returns it. A folder that is itself a session is listed as one. An unreadable
// folder is an error.
func Glances(folders ...string) ([]Item, error) {
	dirs, err := Candidates(folders...)
	if err != nil {
		return nil, err
	}
	items := make([]Item, len(dirs))
	store.ForEach(len(dirs), func(i int) { items[i] = Glance(store.At(dirs[i])) })
	slices.SortStableFunc(items, NewestFirst)
	return items, nil
}

// NewestFirst compares two items by creation time, latest first, then by directory.
func NewestFirst(a, b Item) int {
	return cmp.Or(b.Created.Compare(a.Created), strings.Compare(a.Dir, b.Dir))
}

// Candidates returns the sorted paths in folders that may be sessions: directories with a
// header or a session's extension, and packed sessions. A folder that is itself a session
// is returned instead of its content. No session is opened.
func Candidates(folders ...string) ([]string, error) {
	var dirs []string
	for _, folder := range folders {
		if store.Exists(filepath.Join(folder, store.HeaderName)) || filepath.Ext(filepath.Clean(folder)) == sessions.Ext && store.Exists(folder) {
			dirs = append(dirs, filepath.Clean(folder))
			continue
		}
		if info, err := os.Stat(folder); err == nil && !info.IsDir() {
			if archive.Is(folder) {
				dirs = append(dirs, filepath.Clean(folder))
				continue
			}
			return nil, fmt.Errorf("%s is not a folder, nor a session: %w", message.Clean(folder), fs.ErrNotExist)
		}
		entries, err := os.ReadDir(folder)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			dir := filepath.Join(folder, e.Name())
			switch {
			case strings.HasPrefix(e.Name(), "."): // a session whose creation was interrupted
			case e.IsDir() && (filepath.Ext(dir) == sessions.Ext || store.Exists(filepath.Join(dir, store.HeaderName))),
				e.Type().IsRegular() && strings.HasSuffix(dir, archive.Ext):
				dirs = append(dirs, dir)
			}
		}
	}
	slices.Sort(dirs)
	return slices.Compact(dirs), nil
}
