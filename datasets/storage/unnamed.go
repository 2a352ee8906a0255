package storage

import (
	"cmp"
	"os"
	"slices"
)

// mapping is a mapped file, in numbers.
type mapping []float64

// Folder is where the files are: $TMPDIR, else /var/tmp.
func Folder() string {
	if dir := os.Getenv("TMPDIR"); dir != "" {
		return dir
	}
	return "/var/tmp"
}

// Unnamed is a new file without a name in that folder, of which nothing is left
// when it is closed.
func Unnamed() (*os.File, error) {
	f, err := os.CreateTemp(Folder(), "sfatui-*")
	if err != nil {
		return nil, err
	}
	if err := os.Remove(f.Name()); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// zeros writes n numbers that are zero, or takes the room for them.
func zeros(n int) func(*os.File) error {
	return func(f *os.File) error { return reserve(f, 8*int64(n)) }
}

const (
	// blockSize is how many numbers come at once for a file: so many that what reads them
	// hashes them beside, and so few that two blocks are in the cache.
	blockSize = 1 << 19
	// writeSize is how many bytes are written at once. The system keeps as much together in
	// memory, and would have to look for, or clear, huge pages for more.
	writeSize = 1 << 20
)

// writeBlocks writes n numbers that next gives from the front on. While a block is
// written the next one comes.
func writeBlocks(f *os.File, n int, next func(block []float64) error) error {
	if _, err := allocate(f, 8*int64(n)); err != nil {
		return err
	}
	var blocks [2][]float64
	for i := range blocks {
		blocks[i] = make([]float64, min(blockSize, n))
	}
	written := make(chan error, 1)
	written <- nil
	for at := 0; at < n; at += blockSize {
		block := blocks[at/blockSize%2][:min(blockSize, n-at)]
		err := next(block)
		if err := cmp.Or(<-written, err); err != nil {
			return err
		}
		go func() { written <- writeAt(f, Bytes(block), 8*int64(at)) }()
	}
	return <-written
}

// writeAt writes b from the byte at on.
func writeAt(f *os.File, b []byte, at int64) error {
	for piece := range slices.Chunk(b, writeSize) {
		if _, err := f.WriteAt(piece, at); err != nil {
			return err
		}
		at += int64(len(piece))
	}
	return nil
}

// fill writes zeros from the front on.
func fill(f *os.File, size int64) error {
	zeros := make([]byte, 1<<20)
	for at := int64(0); at < size; at += int64(len(zeros)) {
		if _, err := f.WriteAt(zeros[:min(int64(len(zeros)), size-at)], at); err != nil {
			return err
		}
	}
	return nil
}
