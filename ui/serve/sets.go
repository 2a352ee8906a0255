package serve

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"sync"
	"weak"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/locate"
	"example.com/sfatui/datasets/sandbox"
)

// sets holds the data sets in use. A set that several screens use is read once and freed after
// the last of them.
type sets struct {
	read func(context.Context, datasets.Options, func(done, total int)) (*data.Set, error)

	mu     sync.Mutex
	loaded map[string]*loaded
}

// loaded is a data set that is being read or was read.
type loaded struct {
	done chan struct{} // closed when the reading has ended
	set  weak.Pointer[data.Set]
}

// open returns a set in use, or reads it. If another caller's reading fails, the waiting caller
// reads the set itself.
func (s *sets) open(ctx context.Context, o datasets.Options, progress func(done, total int)) (*data.Set, error) {
	key := dataKey(o)
	for {
		s.mu.Lock()
		l, ok := s.loaded[key]
		if !ok {
			l = &loaded{done: make(chan struct{})}
			s.loaded[key] = l
			s.mu.Unlock()
			return s.load(ctx, key, l, o, progress)
		}
		s.mu.Unlock()
		select {
		case <-l.done:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		if set := l.set.Value(); set != nil {
			return set, nil
		}
		s.forget(key, l)
	}
}

// load reads a set and stores a weak reference to it.
func (s *sets) load(ctx context.Context, key string, l *loaded, o datasets.Options, progress func(done, total int)) (*data.Set, error) {
	defer close(l.done)
	set, err := s.read(ctx, o, progress)
	if err != nil {
		s.forget(key, l)
		return nil, err
	}
	l.set = weak.Make(set)
	return set, nil
}

// forget removes a set unless it has been replaced.
func (s *sets) forget(key string, l *loaded) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.loaded[key] == l {
		delete(s.loaded, key)
	}
}

// dataKey returns a text that identifies data, including the size and time of its files.
func dataKey(o datasets.Options) string {
	b, err := json.Marshal(o)
	if err != nil {
		panic("serve: options of data: " + err.Error())
	}
	key := string(b)
	for _, path := range append(o.Paths[:len(o.Paths):len(o.Paths)], o.TestPaths...) {
		for _, file := range locate.Matches(sandbox.Disk{Root: o.Root}, path) {
			if info, err := os.Stat(file); err == nil {
				key += fmt.Sprint(" ", info.Size(), " ", info.ModTime().UnixNano())
			}
		}
	}
	return key
}
