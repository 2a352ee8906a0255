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

// packed is the decompressed form of a file. A format that reads from start to
// end reads it as a stream. For other formats it is unpacked first, into memory
// or, if large, into an unnamed file.
type packed struct {
	method *unpack.Method
	out    int64 // bytes unpacked so far, as a stream
	ended  bool

	spool  io.ReaderAt // nil for a stream
	length int64       // of the spool
	file   *os.File    // file of the spool; nil in memory
	stream io.Closer   // the decompressor of the stream; nil before
}

// maxHeld is the number of unpacked bytes that are kept in memory.
const maxHeld = 64 << 20

// spoolAll unpacks a compressed file to make it readable at any offset.
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

// ReadAt reads the unpacked file. It fails while that is a stream.
func (p *packed) ReadAt(b []byte, off int64) (int, error) {
	if p.spool == nil {
		return 0, errors.New("it is compressed, and read as a stream")
	}
	return p.spool.ReadAt(b, off)
}

// len returns the unpacked size in bytes. While the file is read as a stream,
// the size is extrapolated from the part that was read.
func (p *packed) len(s *Content) int64 {
	switch {
	case p.spool != nil:
		return p.length
	case p.ended || s.hashed == 0:
		return p.out
	}
	return int64(float64(p.out) * float64(s.length) / float64(s.hashed))
}

// close closes the spool and the stream.
func (p *packed) close() {
	if p.file != nil {
		p.file.Close()
	}
	if p.stream != nil {
		p.stream.Close()
	}
}

// unpacking decompresses a file from start to end and hashes its compressed
// bytes.
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

// fileOnly reads the compressed bytes of a file.
type fileOnly struct{ *Content }

func (f fileOnly) ReadAt(p []byte, off int64) (int, error) { return f.readFile(p, off) }

// Beginning returns a reader of the file's start, decompressed, that neither
// hashes nor reports progress.
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

// Limits of the decompressed size.
const (
	// MaxDeflate is the highest compression ratio of deflate.
	MaxDeflate = 1032
	// MaxExpansion is the number of bytes of values that a byte of a file may
	// expand to.
	MaxExpansion = 2 * MaxDeflate
	// FreeExpansion is the size in bytes that any file may expand to.
	FreeExpansion = 256 << 20
)

// CheckExpansion returns an error if a file of size bytes would expand to too
// many values: rows of each bytes. It prevents a few bytes from filling memory
// and disk.
func (to *Sink) CheckExpansion(rows, each int, size int64) error {
	return to.CheckExpansionTo(rows, each, size, max(FreeExpansion, MaxExpansion*size))
}

// CheckExpansionTo works like [Sink.CheckExpansion] with the limit most, in
// bytes. Memory that the user grants raises either limit.
func (to *Sink) CheckExpansionTo(rows, each int, size, most int64) error {
	most = max(most, to.Granted)
	if each == 0 || int64(rows) <= most/int64(each) {
		return nil
	}
	return fmt.Errorf("its %d bytes would unpack to %.3g GiB of values, but at most %.3g GiB are plausible: it is damaged, or nearly constant; leave out rows and columns that stay the same, write it unpacked, as .npy or .wav, or grant it memory with --memory",
		size, float64(rows)*float64(each)/(1<<30), float64(most)/(1<<30))
}
