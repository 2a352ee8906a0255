package format

import (
	"context"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"os"
	"runtime"
	"sync"
	"sync/atomic"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/format/unpack"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/datasets/sandbox"
)

// From holds the directory access, the cancellation and the progress callback
// of a read.
type From struct {
	Ctx  context.Context
	Disk sandbox.Disk
	Read func(n int)
}

// Content is an open file that can be read in any order. Bytes read in sequence
// are hashed on the way; Finish hashes the rest, so that most files are read
// once.
type Content struct {
	From
	Name   string // for messages
	f      *os.File
	length int64
	hash   hash.Hash
	hashed int64     // bytes from the start of the file that are in the hash
	Stays  bool      // the bytes read next stay unchanged in memory
	Moves  bool      // the bytes read next are moved, and then passed to [Content.HashLater]
	Later  *LateHash // deferred hash of bytes that stay in memory; nil without
	packed *packed   // state of a compressed file; nil for others
}

// OpenContent opens a file and hashes it into h.
func OpenContent(from From, path string, h hash.Hash) (*Content, error) {
	f, err := from.Disk.Open(path)
	if err != nil {
		return nil, fmt.Errorf("cannot open %s: %w", message.Clean(path), message.Reason(err))
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("cannot open %s: %w", message.Clean(path), message.Reason(err))
	}
	c := &Content{From: from, Name: message.Clean(path), f: f, length: info.Size(), hash: h}
	var head [unpack.MagicSize]byte
	if n, _ := f.ReadAt(head[:], 0); unpack.Of(head[:n]) != nil {
		c.packed = &packed{method: unpack.Of(head[:n])}
	}
	return c, nil
}

// maxGap is the largest skipped range, in bytes, that is hashed at once.
const maxGap = 1 << 20

// ReadAt reads the file, decompressed where it is compressed. It returns the
// context's error after cancellation.
func (s *Content) ReadAt(p []byte, off int64) (int, error) {
	if err := s.Ctx.Err(); err != nil {
		return 0, err
	}
	switch {
	case s.packed != nil:
		return s.packed.ReadAt(p, off)
	case s.Moves:
		return s.readMoving(p, off)
	}
	return s.readFile(p, off)
}

// readFile reads the file's bytes without decompressing them.
func (s *Content) readFile(p []byte, off int64) (int, error) {
	if off > s.hashed && off-s.hashed <= maxGap {
		if err := s.hashTo(off); err != nil {
			return 0, err
		}
	}
	if known := s.hashed - off; known >= 0 && int64(len(p))-known >= parallelFrom {
		return s.readFrom(p, off, int(known))
	}
	n, err := s.f.ReadAt(p, off)
	if end := off + int64(n); off <= s.hashed && end > s.hashed {
		s.hash.Write(p[s.hashed-off : n])
		s.Read(int(end - s.hashed))
		s.hashed = end
	}
	return n, err
}

// readFrom reads a large block at off. Its first known bytes are hashed
// already, because a reader that reads ahead requests them twice.
func (s *Content) readFrom(p []byte, off int64, known int) (n int, err error) {
	if known > 0 {
		if n, err = s.f.ReadAt(p[:known], off); err != nil {
			return n, err
		}
	}
	read := s.readHashing
	if s.Stays {
		read = s.readParallel
	}
	n, err = read(p[known:])
	return known + n, err
}

// Reads of at least parallelFrom bytes are hashed in pieces while reading goes
// on. At most hashQueue pieces wait, so that they are still in the cache when
// they are hashed.
const (
	parallelFrom = 4 << 20
	hashQueue    = 8
)

// readHashing reads from the end of the hashed bytes. While one piece is read,
// the piece before it is hashed on another core.
func (s *Content) readHashing(p []byte) (n int, err error) {
	g := newHashing(s.hash, hashQueue)
	for n < len(p) && err == nil {
		var k int
		k, err = s.f.ReadAt(p[n:min(n+hashPiece, len(p))], s.hashed)
		g.pieces <- p[n : n+k]
		n, s.hashed = n+k, s.hashed+int64(k)
		s.Read(k)
		if err == nil {
			err = s.Ctx.Err()
		}
	}
	g.finish()
	return n, err
}

// readPiece is the number of bytes that one core reads at once. It spans
// several huge pages, so that each page is first touched by one core.
const readPiece = 4 << 20

// readParallel reads bytes that stay unchanged in memory, on all cores, from
// the end of the hashed bytes. Touching fresh memory takes longer than copying.
// The bytes are hashed later.
func (s *Content) readParallel(p []byte) (n int, err error) {
	from, pieces := s.hashed, (len(p)+readPiece-1)/readPiece
	counts, errs := make([]int, pieces), make([]error, pieces)
	var told sync.Mutex
	onAllCores(s.Ctx, pieces, func(i int) {
		b := p[i*readPiece : min((i+1)*readPiece, len(p))]
		counts[i], errs[i] = s.f.ReadAt(b, from+int64(i*readPiece))
		told.Lock()
		s.Read(counts[i])
		told.Unlock()
	})
	if err := s.Ctx.Err(); err != nil {
		return 0, err
	}
	for i := 0; i < pieces && err == nil; i++ {
		n, err = n+counts[i], errs[i]
	}
	s.hashed += int64(n)
	s.Later, s.Stays = &LateHash{hash: s.hash, rest: p[:n]}, false
	return n, err
}

// readMoving reads without hashing, because the bytes are hashed at the place
// they move to.
func (s *Content) readMoving(p []byte, off int64) (int, error) {
	n, err := s.f.ReadAt(p, off)
	s.Read(n)
	return n, err
}

// HashLater hashes b, the file's content at offset from, in the background. b
// holds the bytes read since Moves was set and must not change. A compressed
// file is hashed while it is read, so that HashLater does nothing.
func (s *Content) HashLater(b []byte, from int64) error {
	if s.packed != nil {
		return nil
	}
	if err := s.hashTo(from); err != nil {
		return err
	}
	known := min(s.hashed-from, int64(len(b))) // a reader that reads ahead has had them hashed
	s.Later = &LateHash{hash: s.hash, rest: b[known:]}
	s.hashed, s.Moves = s.hashed+int64(len(b))-known, false
	return nil
}

// hashTo reads and hashes the file up to offset end.
func (s *Content) hashTo(end int64) error {
	buf := make([]byte, min(256<<10, max(0, end-s.hashed)))
	for s.hashed < end {
		if err := s.Ctx.Err(); err != nil {
			return err
		}
		if _, err := s.readFile(buf[:min(int64(len(buf)), end-s.hashed)], s.hashed); err != nil {
			return err
		}
	}
	return nil
}

// Unhashed returns a reader of the file that does not hash it.
func (s *Content) Unhashed() *io.SectionReader {
	if s.packed != nil {
		return io.NewSectionReader(s.packed, 0, s.packed.length)
	}
	return io.NewSectionReader(s.f, 0, s.length)
}

// Reader returns a reader of the whole file from its start.
func (s *Content) Reader() io.Reader {
	if s.packed != nil && s.packed.spool == nil {
		return &unpacking{content: s}
	}
	return io.NewSectionReader(s, 0, s.Len())
}

// Finish hashes the unread rest and returns the record of the file. The hash of
// bytes that stay in memory may be computed later.
func (s *Content) Finish() (data.Source, error) {
	if s.Later != nil && s.hashed == s.length {
		return data.LateSource(s.Name, s.Later.sum()), nil
	}
	if s.Later != nil {
		s.Later.finish()
	}
	if err := s.hashTo(s.length); err != nil {
		return data.Source{}, s.Fail(err)
	}
	return data.Source{Path: s.Name, SHA256: hex.EncodeToString(s.hash.Sum(nil))}, nil
}

// Fail returns the error with the file's name before it. After cancellation it
// returns the context's error.
func (s *Content) Fail(err error) error {
	if cancelled := s.Ctx.Err(); cancelled != nil {
		return cancelled
	}
	return fmt.Errorf("%s: %w", s.Name, message.Reason(err))
}

func (s *Content) Close() {
	s.f.Close()
	if s.packed != nil {
		s.packed.close()
	}
}

// Len returns the size in bytes, decompressed where the file is compressed. The
// size is an estimate while such a file is read as a stream.
func (s *Content) Len() int64 {
	if s.packed != nil {
		return s.packed.len(s)
	}
	return s.length
}

// onAllCores calls f for 0 to n−1 on up to GOMAXPROCS goroutines and waits for
// them. It starts no further calls after ctx has ended.
func onAllCores(ctx context.Context, n int, f func(i int)) {
	var next atomic.Int64
	var wait sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n) {
		wait.Go(func() {
			for i := int(next.Add(1) - 1); i < n && ctx.Err() == nil; i = int(next.Add(1) - 1) {
				f(i)
			}
		})
	}
	wait.Wait()
}
