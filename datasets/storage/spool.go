package storage

import (
	"cmp"
	"fmt"
	"os"
	"runtime"
	"unsafe"

	"example.com/sfatui/datasets/message"
	"gonum.org/v1/gonum/mat"
)

// Share is the divisor of the memory budget for a set's numbers, beyond which
// they go to files. Computations need the rest.
const Share = 8

// MaxSpooled is the maximum number of bytes in files.
const MaxSpooled = 4 << 40

// ArenaSize is the initial number of values in a file that short segments
// share.
const ArenaSize = 1 << 20

// Store keeps arrays that exceed the memory budget in mapped files. They are
// used like any array, and the page cache holds what fits in memory. The files
// have no names, so that they disappear when the program ends, even by a crash.
// They are in $TMPDIR, else in /var/tmp, which is on a disk where /tmp may be
// in memory.
type Store struct {
	// Budget is the maximum number of bytes in memory; 0 for no limit.
	Budget int64

	held  int64 // bytes of arrays in memory
	files []mapping
	arena []float64 // unused part of the last file of short segments
}

// Holds reports whether n more numbers fit in the memory budget.
func (s *Store) Holds(n int) bool { return s.Budget == 0 || s.held+8*int64(n) <= s.Budget }

// Cached reports whether n numbers in a file are assumed to stay in the page
// cache, too.
func Cached(n int) bool { return 8*int64(n) <= mostCached() }

// hugePageFrom is the number of bytes from which memory is backed by huge
// pages: the first touch of small pages takes longer than reading a file into
// them.
const hugePageFrom = 4 << 20

// Floats returns an array of n zeros.
func (s *Store) Floats(n int) ([]float64, error) {
	if n == 0 || s.Holds(n) {
		s.held += 8 * int64(n)
		x := make([]float64, n)
		if 8*n >= hugePageFrom {
			adviseHugePages(x)
		}
		return x, nil
	}
	return s.spool(n, zeros(n))
}

// Filled returns an array of n numbers filled by next from the start: all at
// once or, for a file, in blocks. A block is written before the file is mapped,
// while next fills the following one, so that no page is written twice
// (BenchmarkFilled).
func (s *Store) Filled(n int, next func(block []float64) error) ([]float64, error) {
	if n == 0 || s.Holds(n) {
		x, err := s.Floats(n)
		if err == nil {
			err = next(x)
		}
		if err != nil {
			return nil, err
		}
		return x, nil
	}
	var failed error
	x, err := s.spool(n, func(f *os.File) error {
		return writeBlocks(f, n, func(block []float64) error {
			failed = next(block)
			return failed
		})
	})
	return x, cmp.Or(failed, err) // prefer an error that is not of the file
}

// spool returns an array in a file that write fills.
func (s *Store) spool(n int, write func(*os.File) error) ([]float64, error) {
	m, err := newMapping(n, write)
	if err != nil {
		return nil, err
	}
	s.files = append(s.files, m)
	return m, nil
}

// Segment returns an empty array with capacity for the n numbers of a segment.
// placed reports whether it is already counted or in a file; short segments are
// placed after they are read.
func (s *Store) Segment(n int) (x []float64, placed bool, err error) {
	if n < ArenaSize {
		return make([]float64, 0, n), false, nil
	}
	x, err = s.Floats(n)
	return x[:0], true, err
}

// newMapping maps a file of n numbers that write fills.
func newMapping(n int, write func(*os.File) error) (mapping, error) {
	b, err := mapFile(8*n, write)
	if err != nil {
		return nil, fmt.Errorf("the data is larger than memory, and %.3g GiB of it cannot be kept in a file in %s: %w; make room there, set TMPDIR to another folder, or raise --memory",
			float64(n)/(1<<27), message.Clean(Folder()), message.Reason(err))
	}
	return unsafe.Slice((*float64)(unsafe.Pointer(unsafe.SliceData(b))), n), nil
}

// Grow returns x with capacity for more numbers.
func (s *Store) Grow(x []float64, more int) ([]float64, error) {
	if cap(x)-len(x) >= more {
		return x, nil
	}
	y, err := s.Floats(max(2*cap(x), len(x)+more, 1024))
	if err != nil {
		return nil, err
	}
	move(y, x)
	s.Drop(x)
	return y[:len(x)], nil
}

// move copies x to y and gives up x part by part, so that the numbers take their
// memory only once.
func move(y, x []float64) {
	const part = 1 << 17 // a MiB
	for len(x) > 0 {
		n := min(part, len(x))
		copy(y, x[:n])
		release(x[:n])
		x, y = x[n:], y[n:]
	}
}

// Drop releases an array that is no longer used.
func (s *Store) Drop(x []float64) {
	for i, m := range s.files {
		if unsafe.SliceData(m) == unsafe.SliceData(x) {
			unmap(m)
			s.files = append(s.files[:i], s.files[i+1:]...)
			return
		}
	}
	s.held -= 8 * int64(cap(x))
}

// Count counts an array that was allocated elsewhere and stays in memory.
func (s *Store) Count(x []float64) { s.held += 8 * int64(cap(x)) }

// Place counts the numbers of a short segment, or moves them to a file if they
// exceed the budget. It returns the numbers at their new place.
func (s *Store) Place(x []float64) ([]float64, error) {
	if s.Holds(cap(x)) {
		s.Count(x)
		return x, nil
	}
	if len(s.arena) < len(x) {
		n := max(ArenaSize<<min(len(s.files)/8, 6), len(x))
		arena, err := s.spool(n, zeros(n))
		if err != nil {
			return nil, err
		}
		s.arena = arena
	}
	n := copy(s.arena, x)
	x, s.arena = s.arena[:n:n], s.arena[n:]
	return x, nil
}

// isMapped reports whether an array is in one of the files.
func (s *Store) isMapped(x []float64) bool {
	at := uintptr(unsafe.Pointer(unsafe.SliceData(x)))
	for _, m := range s.files {
		from := uintptr(unsafe.Pointer(unsafe.SliceData(m)))
		if at >= from && at < from+8*uintptr(len(m)) {
			return true
		}
	}
	return false
}

// Keep closes all files except the one that holds x, and reports whether there
// is one. That file is closed when the matrix becomes unreachable.
func (s *Store) Keep(x *mat.Dense) bool {
	spooled := false
	for _, m := range s.files {
		one := Store{files: []mapping{m}}
		if x != nil && one.isMapped(x.RawMatrix().Data) {
			spooled = true
			runtime.AddCleanup(x, unmap, m)
			continue
		}
		unmap(m)
	}
	s.files = nil
	return spooled
}

// NewMatrix returns an n×d matrix of zeros in a file, which is closed when the
// matrix becomes unreachable.
func NewMatrix(n, d int) (*mat.Dense, error) {
	m, err := newMapping(n*d, zeros(n*d))
	if err != nil {
		return nil, err
	}
	x := mat.NewDense(n, d, m)
	runtime.AddCleanup(x, unmap, m)
	return x, nil
}
