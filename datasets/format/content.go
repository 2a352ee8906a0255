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

	"example.com/sfatui/datasets/confine"
	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/format/unpack"
	"example.com/sfatui/datasets/message"
)

// From is where files are opened, and who is told of what is read.
type From struct {
	Ctx  context.Context
	Disk confine.Disk
	Read func(n int)
}

// Content is a file while it is read, in any order. What is read from its
// front on is hashed in passing; finish hashes the rest, so that most files
// are read once.
type Content struct {
	From
	Name   string // for messages
	f      *os.File
	length int64
	hash   hash.Hash
	hashed int64     // bytes from the front that the hash holds
	Stays  bool      // what is read next is not changed in memory
	Moves  bool      // nor is it where it is moved to, which [Content.HashLater] is told
	Later  *LateHash // of what stays; nil without
	packed *packed   // of a compressed file; nil for others
}

// OpenContent opens a file that is hashed into h.
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

// maxGap is how many bytes are hashed at once when a reader skips them.
const maxGap = 1 << 20

// ReadAt reads the file, a compressed one as it is unpacked, and fails when the
// job is cancelled.
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

// readFile reads the file as it is.
func (s *Content) readFile(p []byte, off int64) (int, error) {
	if off > s.hashed && off-s.hashed <= maxGap {
		if err := s.hashTo(off); err != nil {
			return 0, err
		}
	}
	if known := s.hashed - off; known >= 0 && int64(len(p))-known >= besideFrom {
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

// readFrom reads much from off on, of which the hash holds the first known bytes: a reader
// that looks ahead reads them twice.
func (s *Content) readFrom(p []byte, off int64, known int) (n int, err error) {
	if known > 0 {
		if n, err = s.f.ReadAt(p[:known], off); err != nil {
			return n, err
		}
	}
	read := s.readMuch
	if s.Stays {
		read = s.readStaying
	}
	n, err = read(p[known:])
	return known + n, err
}

// What is read at once from besideFrom bytes on is hashed in pieces, of which
// hashQueue may wait: they are in the cache when their turn comes.
const (
	besideFrom = 4 << 20
	hashQueue  = 8
)

// readMuch reads from where the hash ends: while a piece is read the one before
// is hashed on another core.
func (s *Content) readMuch(p []byte) (n int, err error) {
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

// readPiece is how many bytes one core reads at once: some huge pages, of which
// each is then touched first by one core.
const readPiece = 4 << 20

// readStaying reads, from where the hash ends, what stays in memory as it is, on
// all cores: to touch fresh memory takes longer than to copy. It is hashed later.
func (s *Content) readStaying(p []byte) (n int, err error) {
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

// readMoving reads what is hashed where it is moved to.
func (s *Content) readMoving(p []byte, off int64) (int, error) {
	n, err := s.f.ReadAt(p, off)
	s.Read(n)
	return n, err
}

// HashLater hashes b, which the file has from the byte on, beside what comes next: they are
// what was read since Moves was set, where they stay as they are. Of a compressed file it
// hashes nothing, which is hashed as it is read.
func (s *Content) HashLater(b []byte, from int64) error {
	if s.packed != nil {
		return nil
	}
	if err := s.hashTo(from); err != nil {
		return err
	}
	known := min(s.hashed-from, int64(len(b))) // a reader that looks ahead has had them hashed
	s.Later = &LateHash{hash: s.hash, rest: b[known:]}
	s.hashed, s.Moves = s.hashed+int64(len(b))-known, false
	return nil
}

// hashTo hashes up to the byte end.
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

// Unhashed reads the file without hashing it.
func (s *Content) Unhashed() *io.SectionReader {
	if s.packed != nil {
		return io.NewSectionReader(s.packed, 0, s.packed.length)
	}
	return io.NewSectionReader(s.f, 0, s.length)
}

// Reader reads the file from its front to its end.
func (s *Content) Reader() io.Reader {
	if s.packed != nil && s.packed.spool == nil {
		return &unpacking{content: s}
	}
	return io.NewSectionReader(s, 0, s.Len())
}

// Finish hashes what was not read yet and is the record of the whole file. Where
// only the hash of what stays is missing, that may come later.
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

// Fail puts the file's name before an error's text. What fails after the job
// was cancelled fails for that.
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

// Len is how many bytes the file has; of a compressed one how many it becomes,
// which is an estimate while it is read as a stream.
func (s *Content) Len() int64 {
	if s.packed != nil {
		return s.packed.len(s)
	}
	return s.length
}

// onAllCores calls f for 0 to n−1, on as many goroutines as there are processors
// in use, and waits. It calls f no more when ctx has ended.
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
