package datasets

import (
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"os"
	"sync"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
)

// content is a file while it is read, in any order. What is read from its
// front on is hashed in passing; finish hashes the rest, so that most files
// are read once.
type content struct {
	from
	name   string // for messages
	f      *os.File
	length int64
	hash   hash.Hash
	hashed int64     // bytes from the front that the hash holds
	stays  bool      // what is read next is not changed in memory
	later  *lateHash // of what stays; nil without
}

// openContent opens a file that is hashed into h.
func openContent(from from, path string, h hash.Hash) (*content, error) {
	f, err := from.disk.Open(path)
	if err != nil {
		return nil, fmt.Errorf("cannot open %s: %w", message.Clean(path), message.Reason(err))
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("cannot open %s: %w", message.Clean(path), message.Reason(err))
	}
	return &content{from: from, name: message.Clean(path), f: f, length: info.Size(), hash: h}, nil
}

// maxGap is how many bytes are hashed at once when a reader skips them.
const maxGap = 1 << 20

// ReadAt reads the file and fails when the job is cancelled.
func (s *content) ReadAt(p []byte, off int64) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	if off > s.hashed && off-s.hashed <= maxGap {
		if err := s.hashTo(off); err != nil {
			return 0, err
		}
	}
	if off == s.hashed && len(p) >= besideFrom {
		if s.stays {
			return s.readStaying(p)
		}
		return s.readMuch(p)
	}
	n, err := s.f.ReadAt(p, off)
	if end := off + int64(n); off <= s.hashed && end > s.hashed {
		s.hash.Write(p[s.hashed-off : n])
		s.read(int(end - s.hashed))
		s.hashed = end
	}
	return n, err
}

// What is read at once from besideFrom bytes on is hashed in pieces of hashPiece
// bytes, of which so many may wait: they are in the cache when their turn comes.
const (
	besideFrom = 4 << 20
	hashPiece  = 256 << 10
	hashQueue  = 8
)

// readMuch reads from where the hash ends: while a piece is read the one before
// is hashed on another core.
func (s *content) readMuch(p []byte) (n int, err error) {
	g := newHashing(s.hash, hashQueue)
	for n < len(p) && err == nil {
		var k int
		k, err = s.f.ReadAt(p[n:min(n+hashPiece, len(p))], s.hashed)
		g.pieces <- p[n : n+k]
		n, s.hashed = n+k, s.hashed+int64(k)
		s.read(k)
		if err == nil {
			err = s.ctx.Err()
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
func (s *content) readStaying(p []byte) (n int, err error) {
	from, pieces := s.hashed, (len(p)+readPiece-1)/readPiece
	counts, errs := make([]int, pieces), make([]error, pieces)
	var told sync.Mutex
	onAllCores(s.ctx, pieces, func(i int) {
		b := p[i*readPiece : min((i+1)*readPiece, len(p))]
		counts[i], errs[i] = s.f.ReadAt(b, from+int64(i*readPiece))
		told.Lock()
		s.read(counts[i])
		told.Unlock()
	})
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	for i := 0; i < pieces && err == nil; i++ {
		n, err = n+counts[i], errs[i]
	}
	s.hashed += int64(n)
	s.later, s.stays = &lateHash{hash: s.hash, rest: p[:n]}, false
	return n, err
}

// hashTo hashes up to the byte end.
func (s *content) hashTo(end int64) error {
	buf := make([]byte, min(256<<10, max(0, end-s.hashed)))
	for s.hashed < end {
		if _, err := s.ReadAt(buf[:min(int64(len(buf)), end-s.hashed)], s.hashed); err != nil {
			return err
		}
	}
	return nil
}

// unhashed reads the file without hashing it.
func (s *content) unhashed() *io.SectionReader { return io.NewSectionReader(s.f, 0, s.length) }

// reader reads the file from its front to its end.
func (s *content) reader() io.Reader { return io.NewSectionReader(s, 0, s.length) }

// finish hashes what was not read yet and is the record of the whole file. Where
// only the hash of what stays is missing, that may come later.
func (s *content) finish() (data.Source, error) {
	if s.later != nil && s.hashed == s.length {
		return data.LateSource(s.name, s.later.sum()), nil
	}
	if s.later != nil {
		s.later.finish()
	}
	if err := s.hashTo(s.length); err != nil {
		return data.Source{}, s.fail(err)
	}
	return data.Source{Path: s.name, SHA256: hex.EncodeToString(s.hash.Sum(nil))}, nil
}

// fail puts the file's name before an error's text. What fails after the job
// was cancelled fails for that.
func (s *content) fail(err error) error {
	if cancelled := s.ctx.Err(); cancelled != nil {
		return cancelled
	}
	return fmt.Errorf("%s: %w", s.name, message.Reason(err))
}

func (s *content) close() { s.f.Close() }

// len is how many bytes the file has.
func (s *content) len() int64 { return s.length }
