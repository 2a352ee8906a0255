package storage

import (
	"cmp"
	"os"
	"slices"
)

// mapping is a mapped file as numbers.
type mapping []float64

// Folder returns the folder of the files: $TMPDIR, else /var/tmp.
func Folder() string {
	if dir := os.Getenv("TMPDIR"); dir != "" {
		return dir
	}
	return "/var/tmp"
}

// Unnamed returns a new file without a name in that folder, which disappears
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

// zeros returns a function that writes n zeros, or allocates space for them.
func zeros(n int) func(*os.File) error {
	return func(f *os.File) error { return reserve(f, 8*int64(n)) }
}

const (
	// blockSize is the number of values in a block: large enough for its reader
	// to hash it in the background, and small enough for two blocks to stay in
	// the cache.
	blockSize = 1 << 19
	// writeSize is the number of bytes written at once. The system keeps as
	// much together in memory, and would have to find or clear huge pages for
	// more.
	writeSize = 1 << 20
)

// writeBlocks writes n numbers in blocks filled by next. It writes a block
// while next fills the following one.
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

// writeAt writes b at offset at.
func writeAt(f *os.File, b []byte, at int64) error {
	for piece := range slices.Chunk(b, writeSize) {
		if _, err := f.WriteAt(piece, at); err != nil {
			return err
		}
		at += int64(len(piece))
	}
	return nil
}

// fill writes zeros from the start.
func fill(f *os.File, size int64) error {
	zeros := make([]byte, 1<<20)
	for at := int64(0); at < size; at += int64(len(zeros)) {
		if _, err := f.WriteAt(zeros[:min(int64(len(zeros)), size-at)], at); err != nil {
			return err
		}
	}
	return nil
}
