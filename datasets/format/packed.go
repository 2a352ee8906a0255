package format

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"example.com/sfatui/datasets/format/unpack"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/datasets/storage"
)

// packed is what a compressed file becomes. A format that reads from front to end
// takes it as a stream; for others it is unpacked first, into memory or, where
// that is much, into a file without a name.
type packed struct {
	method *unpack.Method
	out    int64 // bytes unpacked so far, as a stream
	ended  bool

	spool  io.ReaderAt // nil for a stream
	length int64       // of the spool
	file   *os.File    // that the spool is in; nil in memory
	stream io.Closer   // what unpacks the stream; nil before
}

// maxHeld is the most bytes of an unpacked file that stay in memory.
const maxHeld = 64 << 20

// spoolAll unpacks a compressed file, so that it can be read at any place.
func (s *Content) spoolAll() error {
	p := s.packed
	if p == nil || p.spool != nil {
		return nil
	}
	in := &unpacking{content: s}
	var b bytes.Buffer
	n, err := io.Copy(&b, io.LimitReader(in, maxHeld))
	if err != nil {
		return s.Fail(err)
	}
	if n < maxHeld {
		p.spool, p.length = bytes.NewReader(b.Bytes()), n
		return nil
	}
	f, err := storage.Unnamed()
	if err == nil {
		p.file = f
		n, err = io.Copy(f, io.MultiReader(&b, in))
	}
	if err != nil && in.err == nil {
		return fmt.Errorf("%s: it is compressed and cannot be unpacked into %s: %w; make room there, set TMPDIR to another folder, or unpack it with %s",
			s.Name, message.Clean(storage.Folder()), message.Reason(err), p.method.Tool)
	} else if err != nil {
		return s.Fail(err)
	}
	p.spool, p.length = f, n
	return nil
}

// ReadAt reads what was unpacked.
func (p *packed) ReadAt(b []byte, off int64) (int, error) {
	if p.spool == nil {
		return 0, errors.New("it is compressed, and read as a stream")
	}
	return p.spool.ReadAt(b, off)
}

// len is how many bytes the file becomes. While it is read as a stream the rest of
// it counts as the part that was read.
func (p *packed) len(s *Content) int64 {
	switch {
	case p.spool != nil:
		return p.length
	case p.ended || s.hashed == 0:
		return p.out
	}
	return int64(float64(p.out) * float64(s.length) / float64(s.hashed))
}

// close closes what is open.
func (p *packed) close() {
	if p.file != nil {
		p.file.Close()
	}
	if p.stream != nil {
		p.stream.Close()
	}
}

// unpacking unpacks a file from its front to its end; what is read of the file is
// hashed.
type unpacking struct {
	content *Content
	in      io.Reader
	err     error
}

func (u *unpacking) Read(b []byte) (int, error) {
	s := u.content
	if u.err == nil {
		u.err = s.Ctx.Err()
	}
	if u.in == nil && u.err == nil {
		in, err := s.packed.method.Reader(io.NewSectionReader(fileOnly{s}, 0, s.length), s.length)
		if err != nil {
			u.err = err
		} else {
			u.in, s.packed.stream = in, in
		}
	}
	if u.err != nil {
		return 0, u.err
	}
	n, err := u.in.Read(b)
	s.packed.out += int64(n)
	s.packed.ended = err == io.EOF
	if err != io.EOF {
		u.err = err
	}
	return n, err
}

// fileOnly reads a compressed file as it is.
type fileOnly struct{ *Content }

func (f fileOnly) ReadAt(p []byte, off int64) (int, error) { return f.readFile(p, off) }

// Beginning reads a file from its front for a look, without hashing it and
// without telling of progress. A compressed one is unpacked.
func (s *Content) Beginning() (io.Reader, error) {
	if s.packed == nil || s.packed.spool != nil {
		return s.Unhashed(), nil
	}
	in, err := s.packed.method.Reader(io.NewSectionReader(s.f, 0, s.length), s.length)
	if err != nil {
		return nil, err
	}
	s.packed.stream = in
	return in, nil
}

// Limits of what a file may become as numbers.
const (
	// MaxDeflate is how many bytes deflate packs into one at most.
	MaxDeflate = 1032
	// MaxExpansion is how many bytes of values a byte of a file may stand for.
	MaxExpansion = 2 * MaxDeflate
	// FreeExpansion is what a file may become in any case.
	FreeExpansion = 256 << 20
)

// CheckExpansion refuses a file of size bytes that would become rows of each
// bytes: a few bytes must not fill memory and disk with one value.
func (to *Sink) CheckExpansion(rows, each int, size int64) error {
	return to.CheckExpansionTo(rows, each, size, max(FreeExpansion, MaxExpansion*size))
}

// CheckExpansionTo is [Sink.CheckExpansion] with a bound of its own, in bytes. The memory that
// the user grants lifts either.
func (to *Sink) CheckExpansionTo(rows, each int, size, most int64) error {
	most = max(most, to.Granted)
	if each == 0 || int64(rows) <= most/int64(each) {
		return nil
	}
	return fmt.Errorf("its %d bytes would unpack to %.3g GiB of values, of which %.3g GiB are reasonable: it is damaged, or next to nothing in it changes; leave out rows and columns that stay the same, write it unpacked, as .npy or .wav, or grant it memory with --memory",
		size, float64(rows)*float64(each)/(1<<30), float64(most)/(1<<30))
}
