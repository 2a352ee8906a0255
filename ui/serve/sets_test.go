package serve

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/data"
)

// Data that several screens use is read once; a rewritten file is read again, and a failed
// reading does not block others.
func TestOneSetForAll(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.csv")
	write := func(text string) {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("a\n")
	var mu sync.Mutex
	reads, begun, fail := 0, make(chan struct{}, 9), errors.New("broken")
	var err error
	release := make(chan struct{})
	s := &sets{loaded: map[string]*loaded{}, read: func(context.Context, datasets.Options, func(done, total int)) (*data.Set, error) {
		begun <- struct{}{}
		<-release
		mu.Lock()
		defer mu.Unlock()
		reads++
		return &data.Set{Name: "a"}, err
	}}
	o := datasets.Options{Paths: []string{path}}
	open := func(got **data.Set) func() {
		return func() { *got, _ = s.open(t.Context(), o, nil) }
	}
	var first, second *data.Set
	var wg sync.WaitGroup
	wg.Go(open(&first))
	<-begun
	wg.Go(open(&second))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.open(ctx, o, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("one who leaves while it is read: %v", err)
	}
	close(release)
	wg.Wait()
	if reads != 1 || first == nil || first != second {
		t.Errorf("read %d times, %p and %p", reads, first, second)
	}
	write("other\n")
	var third *data.Set
	if open(&third)(); reads != 2 || third == first {
		t.Errorf("a file that was written anew: read %d times", reads)
	}
	err = fail
	write("and another\n")
	for range 2 {
		if _, got := s.open(t.Context(), o, nil); !errors.Is(got, fail) {
			t.Errorf("a reading that fails: %v", got)
		}
	}
	if first == nil || second == nil || third == nil {
		t.Error("none was read")
	}
}
