package unpack

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// Method is a compression method.
type Method struct {
	// Name is the name in messages: "gzip".
	Name string
	// Extension is the extension of its files in lower case: ".gz".
	Extension string
	// Tool is the command that unpacks its files.
	Tool  string
	magic string
	open  func(io.Reader) (io.ReadCloser, error)
}

// methods lists the supported methods.
var methods = []*Method{
	{"gzip", ".gz", "gunzip", "\x1f\x8b\x08", func(r io.Reader) (io.ReadCloser, error) { return gzip.NewReader(r) }},
	{"zstd", ".zst", "unzstd", "\x28\xb5\x2f\xfd", func(r io.Reader) (io.ReadCloser, error) {
		d, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(maxWindow))
		if err != nil {
			return nil, err
		}
		return d.IOReadCloser(), nil
	}},
}

// maxWindow is the maximum memory in bytes that a zstd file may require: the
// limit of its command without --long.
const maxWindow = 128 << 20

// MagicSize is the number of bytes from which a method is recognised.
const MagicSize = 4

// Of returns the method of a file with the given beginning, nil for none.
func Of(head []byte) *Method {
	for _, m := range methods {
		if bytes.HasPrefix(head, []byte(m.magic)) {
			return m
		}
	}
	return nil
}

// TrimName returns a file's name without the extension of a compression method.
func TrimName(name string) string {
	ext := filepath.Ext(name)
	for _, m := range methods {
		if strings.EqualFold(ext, m.Extension) {
			return strings.TrimSuffix(name, ext)
		}
	}
	return name
}

// A packed file may expand to freeSize bytes in any case, and to maxRatio times
// its size. Measurements written as text compress to between a fifth and a
// twentieth; a file that compresses to less than a three-hundredth has almost
// no content, or is made to fill a disk.
const (
	freeSize = 256 << 20
	maxRatio = 300
)

// Limit returns the maximum unpacked size of a packed file of size bytes.
func Limit(size int64) int64 { return max(freeSize, maxRatio*size) }

// Reader returns a reader that unpacks r, a file of size bytes. It returns an
// error at the first byte beyond [Limit], and for damaged data.
func (m *Method) Reader(r io.Reader, size int64) (io.ReadCloser, error) {
	source := &watched{r: r}
	in, err := m.open(source)
	if err != nil {
		return nil, m.failed(source, err)
	}
	return &reader{method: m, source: source, in: in, size: size, left: Limit(size)}, nil
}

// watched records read errors of a file, to distinguish them from damaged
// contents.
type watched struct {
	r   io.Reader
	err error
}

func (w *watched) Read(p []byte) (int, error) {
	n, err := w.r.Read(p)
	if err != nil && err != io.EOF {
		w.err = err
	}
	return n, err
}

// failed returns the error of unpacking.
func (m *Method) failed(source *watched, err error) error {
	switch {
	case err == io.EOF:
		return io.EOF
	case source.err != nil:
		return source.err
	case errors.Is(err, zstd.ErrWindowSizeExceeded), errors.Is(err, zstd.ErrDecoderSizeExceeded):
		return fmt.Errorf("unpacking it requires more than %d MiB of memory: unpack it first, with %s --long=31", maxWindow>>20, m.Tool)
	case errors.Is(err, zstd.ErrUnknownDictionary):
		return fmt.Errorf("it was packed with a dictionary, which is missing: unpack it first, with %s -D and that", m.Tool)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("it ends within its %s data: it is cut off; fetch or write it again", m.Name)
	}
	return fmt.Errorf("its %s data is damaged (%w): fetch or write it again", m.Name, err)
}

// reader unpacks up to a limit.
type reader struct {
	method *Method
	source *watched
	in     io.ReadCloser
	size   int64
	left   int64
}

func (r *reader) Read(p []byte) (int, error) {
	if int64(len(p)) > r.left+1 {
		p = p[:r.left+1]
	}
	n, err := r.in.Read(p)
	if r.left -= int64(n); r.left < 0 {
		return 0, fmt.Errorf("its %d bytes unpack to more than %.3g GiB, which is more than %d times as much: it is damaged, or nearly constant; unpack it first, with %s, if it is right",
			r.size, float64(Limit(r.size))/(1<<30), maxRatio, r.method.Tool)
	}
	if err != nil {
		err = r.method.failed(r.source, err)
	}
	return n, err
}

func (r *reader) Close() error { return r.in.Close() }
