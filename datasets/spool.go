package datasets

import (
	"fmt"
	"os"
	"runtime"
	"unsafe"

	"example.com/sfatui/datasets/message"
	"gonum.org/v1/gonum/mat"
)

// spoolShare is the part of the memory budget that the numbers of a set may take
// before further ones go to files. What is computed from them needs the rest.
const spoolShare = 8

// maxSpooled is the most bytes of numbers that are kept in files.
const maxSpooled = 4 << 40

// arenaSize is how many numbers of short segments share a file, at first.
const arenaSize = 1 << 20

// spool keeps arrays of numbers that are too large for memory in files, mapped:
// they are used like any array, and the system holds in memory what it has room
// for. The files have no names, so nothing is left of them when the program
// ends, however it does. They are in $TMPDIR, else in /var/tmp, which is on a
// disk where /tmp may be in memory.
type spool struct {
	budget int64 // bytes in memory, 0 for no bound
	held   int64 // bytes of arrays in memory
	files  []mapping
	arena  []float64 // what is left of the last file of short segments
}

// mapping is a mapped file, in numbers.
type mapping []float64

// holds reports whether n more numbers stay in memory.
func (s *spool) holds(n int) bool { return s.budget == 0 || s.held+8*int64(n) <= s.budget }

// floats is an array of n zeros.
func (s *spool) floats(n int) ([]float64, error) {
	if n == 0 || s.holds(n) {
		s.held += 8 * int64(n)
		x := make([]float64, n)
		hugePages(x)
		return x, nil
	}
	m, err := newMapping(n)
	if err != nil {
		return nil, err
	}
	s.files = append(s.files, m)
	return m, nil
}

// segment is empty room for the n numbers of a segment, and whether it was
// counted, or is in a file: that of short ones is settled when it is read.
func (s *spool) segment(n int) (x []float64, placed bool, err error) {
	if n < arenaSize {
		return make([]float64, 0, n), false, nil
	}
	x, err = s.floats(n)
	return x[:0], true, err
}

// newMapping maps a file of n zeros.
func newMapping(n int) (mapping, error) {
	dir := os.Getenv("TMPDIR")
	if dir == "" {
		dir = "/var/tmp"
	}
	b, err := mapFile(dir, 8*n)
	if err != nil {
		return nil, fmt.Errorf("the data is larger than memory, and %.3g GiB of it cannot be kept in a file in %s: %w; make room there, set TMPDIR to another folder, or raise --memory",
			float64(n)/(1<<27), message.Clean(dir), message.Reason(err))
	}
	return unsafe.Slice((*float64)(unsafe.Pointer(unsafe.SliceData(b))), n), nil
}

// grow is x with room for more numbers behind.
func (s *spool) grow(x []float64, more int) ([]float64, error) {
	if cap(x)-len(x) >= more {
		return x, nil
	}
	y, err := s.floats(max(2*cap(x), len(x)+more, 1024))
	if err != nil {
		return nil, err
	}
	copy(y, x)
	s.drop(x)
	return y[:len(x)], nil
}

// drop takes back an array of which nothing is used any more.
func (s *spool) drop(x []float64) {
	for i, m := range s.files {
		if unsafe.SliceData(m) == unsafe.SliceData(x) {
			unmap(m)
			s.files = append(s.files[:i], s.files[i+1:]...)
			return
		}
	}
	s.held -= 8 * int64(cap(x))
}

// settle moves the numbers of a recording that is read to a file, where they are
// more than stays in memory.
func (s *spool) settle(r *recording) error {
	if r.placed {
		return nil
	}
	r.placed = true
	if s.holds(cap(r.x)) {
		s.held += 8 * int64(cap(r.x))
		return nil
	}
	if len(s.arena) < len(r.x) {
		m, err := newMapping(max(arenaSize<<min(len(s.files)/8, 6), len(r.x)))
		if err != nil {
			return err
		}
		s.files = append(s.files, m)
		s.arena = m
	}
	n := copy(s.arena, r.x)
	r.x, s.arena = s.arena[:n:n], s.arena[n:]
	return nil
}

// settle moves the segments that have ended to files where they are more than
// stays in memory. It fails, too, when the job is cancelled.
func (j *job) settle(c *cutter) error {
	for _, r := range c.ripe {
		if err := j.spool.settle(r); err != nil {
			return err
		}
	}
	c.ripe = c.ripe[:0]
	return j.ctx.Err()
}

// isMapped reports whether an array is in one of the files.
func (s *spool) isMapped(x []float64) bool {
	at := uintptr(unsafe.Pointer(unsafe.SliceData(x)))
	for _, m := range s.files {
		from := uintptr(unsafe.Pointer(unsafe.SliceData(m)))
		if at >= from && at < from+8*uintptr(len(m)) {
			return true
		}
	}
	return false
}

// keep closes all files but those that x is in, and says whether it is in one:
// that is closed when nothing refers to the matrix any more.
func (s *spool) keep(x *mat.Dense) bool {
	spooled := false
	for _, m := range s.files {
		one := spool{files: []mapping{m}}
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

// Spooled reports whether the samples are in a file rather than in memory.
func (s *Set) Spooled() bool { return s.spooled }

// Room is an n×d matrix of zeros to hold samples of the set: in a file where the
// set itself is in one. The file is closed when nothing refers to the matrix.
// It fails where the file cannot be made.
func (s *Set) Room(n, d int) (*mat.Dense, error) {
	if !s.spooled || n == 0 || d == 0 {
		return mat.NewDense(n, d, nil), nil
	}
	m, err := newMapping(n * d)
	if err != nil {
		return nil, err
	}
	x := mat.NewDense(n, d, m)
	runtime.AddCleanup(x, unmap, m)
	return x, nil
}
