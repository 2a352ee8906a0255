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

// Share is the part of the memory budget that the numbers of a set may take
// before further ones go to files. What is computed from them needs the rest.
const Share = 8

// MaxSpooled is the most bytes of numbers that are kept in files.
const MaxSpooled = 4 << 40

// ArenaSize is how many numbers of short segments share a file, at first.
const ArenaSize = 1 << 20

// Store keeps arrays of numbers that are too large for memory in files, mapped:
// they are used like any array, and the system holds in memory what it has room
// for. The files have no names, so nothing is left of them when the program
// ends, however it does. They are in $TMPDIR, else in /var/tmp, which is on a
// disk where /tmp may be in memory.
type Store struct {
	// Budget is how many bytes stay in memory; 0 sets no bound.
	Budget int64

	held  int64 // bytes of arrays in memory
	files []mapping
	arena []float64 // what is left of the last file of short segments
}

// Holds reports whether n more numbers stay in memory.
func (s *Store) Holds(n int) bool { return s.Budget == 0 || s.held+8*int64(n) <= s.Budget }

// Cached reports whether n numbers in a file are taken to stay in memory, too.
func Cached(n int) bool { return 8*int64(n) <= mostCached() }

// hugeFrom is the number of bytes from which memory is asked for in huge pages: the first touch
// of small ones takes longer than to read a file into it.
const hugeFrom = 4 << 20

// Floats is an array of n zeros.
func (s *Store) Floats(n int) ([]float64, error) {
	if n == 0 || s.Holds(n) {
		s.held += 8 * int64(n)
		x := make([]float64, n)
		if 8*n >= hugeFrom {
			AdviseHugePages(x)
		}
		return x, nil
	}
	return s.spool(n, zeros(n))
}

// Filled is an array of n numbers that next gives from the front on, all at once or, for
// a file, in blocks: these are written to it before it is mapped, each while the next one
// comes, so that no page of it is written twice (BenchmarkFilled).
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
	return x, cmp.Or(failed, err) // one that is not of the file
}

// spool is an array in a file that write fills.
func (s *Store) spool(n int, write func(*os.File) error) ([]float64, error) {
	m, err := newMapping(n, write)
	if err != nil {
		return nil, err
	}
	s.files = append(s.files, m)
	return m, nil
}

// Segment is empty room for the n numbers of a segment, and whether it was
// counted, or is in a file: that of short ones is settled when it is read.
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

// Grow is x with room for more numbers behind.
func (s *Store) Grow(x []float64, more int) ([]float64, error) {
	if cap(x)-len(x) >= more {
		return x, nil
	}
	y, err := s.Floats(max(2*cap(x), len(x)+more, 1024))
	if err != nil {
		return nil, err
	}
	copy(y, x)
	s.Drop(x)
	return y[:len(x)], nil
}

// Drop takes back an array of which nothing is used any more.
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

// Count counts an array that was made elsewhere and stays in memory.
func (s *Store) Count(x []float64) { s.held += 8 * int64(cap(x)) }

// Place counts the numbers of a short segment, or moves them to a file where
// they are more than stays in memory. It returns where they are then.
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

// Keep closes all files but those that x is in, and says whether it is in one:
// that is closed when nothing refers to the matrix any more.
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

// NewMatrix is an n×d matrix of zeros in a file, which is closed when nothing
// refers to the matrix any more.
func NewMatrix(n, d int) (*mat.Dense, error) {
	m, err := newMapping(n*d, zeros(n*d))
	if err != nil {
		return nil, err
	}
	x := mat.NewDense(n, d, m)
	runtime.AddCleanup(x, unmap, m)
	return x, nil
}
