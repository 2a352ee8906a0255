package sessions

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"example.com/sfatui/datasets/message"

	"example.com/sfatui/sessions/archive"
	"example.com/sfatui/sessions/store"
)

// readers bounds how many sessions a list reads at once: on a network most of
// the time is waiting.
const readers = 8

// List reads the sessions in folders, packed ones too, newest first. A folder
// that is a session itself, or a packed one, is listed as one. Damage never keeps
// the others from being listed; the error is that a folder cannot be read.
func List(folders ...string) ([]Item, error) {
	items, err := Glances(folders...)
	if err != nil {
		return nil, err
	}
	return items, Fill(context.Background(), items, nil, func(int) {})
}

// Fill reads of items what their glances left out, several at once, and tells of each
// in their order as soon as it and all before it are there. What is kept is not read again;
// nil for nothing. Its error is that ctx has ended before.
func Fill(ctx context.Context, items []Item, kept Kept, told func(i int)) error {
	there := make([]chan struct{}, len(items))
	for i := range there {
		there[i] = make(chan struct{})
	}
	go each(len(items), func(i int) {
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
		told(i)
	}
	return nil
}

// Glances is [List] without what takes long: each item is as [Glance] gives it.
func Glances(folders ...string) ([]Item, error) {
	dirs, err := Candidates(folders...)
	if err != nil {
		return nil, err
	}
	items := make([]Item, len(dirs))
	each(len(dirs), func(i int) { items[i] = Glance(store.At(dirs[i])) })
	slices.SortStableFunc(items, NewestFirst)
	return items, nil
}

// NewestFirst is the order of lists.
func NewestFirst(a, b Item) int {
	return cmp.Or(b.Created.Compare(a.Created), strings.Compare(a.Dir, b.Dir))
}

// each does something for 0 to n-1, several at once.
func each(n int, do func(i int)) {
	next := make(chan int)
	var wg sync.WaitGroup
	for range max(readers, runtime.GOMAXPROCS(0)) {
		wg.Go(func() {
			for i := range next {
				do(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	wg.Wait()
}

// Candidates are the directories in folders that are sessions, or once were by
// their names, and the packed sessions, each once. A folder that is a session
// itself, or a packed one, is one. None of them is opened.
func Candidates(folders ...string) ([]string, error) {
	var dirs []string
	for _, folder := range folders {
		if store.Exists(filepath.Join(folder, store.HeaderName)) || filepath.Ext(filepath.Clean(folder)) == Ext && store.Exists(folder) {
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
			case strings.HasPrefix(e.Name(), "."): // a session that was never born
			case e.IsDir() && (filepath.Ext(dir) == Ext || store.Exists(filepath.Join(dir, store.HeaderName))),
				e.Type().IsRegular() && strings.HasSuffix(dir, archive.Ext):
				dirs = append(dirs, dir)
			}
		}
	}
	slices.Sort(dirs)
	return slices.Compact(dirs), nil
}
