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
)

// sets are the data sets that screens look at. One that several look at is read once,
// and forgotten with the last of them.
type sets struct {
	read func(context.Context, datasets.Options, func(done, total int)) (*data.Set, error)

	mu     sync.Mutex
	loaded map[string]*loaded
}

// loaded is a data set that is read, or was.
type loaded struct {
	done chan struct{} // closed when set is there, or none
	set  weak.Pointer[data.Set]
}

// open gives the set that somebody looks at, or reads it. Who waits for another's reading
// that comes to nothing reads it himself.
func (s *sets) open(ctx context.Context, o datasets.Options, progress func(done, total int)) (*data.Set, error) {
	key := keyOf(o)
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

// forget lets go of a set, unless another was read in its place.
func (s *sets) forget(key string, l *loaded) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.loaded[key] == l {
		delete(s.loaded, key)
	}
}

// keyOf tells data apart, also that of a file that was written anew.
func keyOf(o datasets.Options) string {
	b, err := json.Marshal(o)
	if err != nil {
		panic("serve: options of data: " + err.Error())
	}
	key := string(b)
	for _, path := range append(o.Paths[:len(o.Paths):len(o.Paths)], o.TestPaths...) {
		if info, err := os.Stat(path); err == nil {
			key += fmt.Sprint(" ", info.Size(), " ", info.ModTime().UnixNano())
		}
	}
	return key
}
