package datasets

import (
	"bufio"
	"bytes"
	"context"
	"io"

	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/format/unpack"
	"example.com/sfatui/datasets/sandbox"
)

// Glance returns the extent of the file at path, from its name, its header and
// at most a few megabytes. The extent is zero for formats that must be read
// completely.
func Glance(ctx context.Context, disk sandbox.Disk, path string) (format.Extent, error) {
	how := allFormats.Match(path, nil)
	if how == nil || how.Extent == nil {
		return format.Extent{}, nil
	}
	f, err := disk.Open(path)
	if err != nil {
		return format.Extent{}, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return format.Extent{}, err
	}
	var head [unpack.MagicSize]byte
	n, _ := f.ReadAt(head[:], 0)
	if m := unpack.Of(head[:n]); m != nil {
		return glancePacked(ctx, m, format.File{Path: path, Format: how}, f, info.Size())
	}
	return how.Extent(ctx, format.File{Path: path, Format: how}, f, info.Size())
}

// glancePacked returns the extent of a compressed file of size bytes from its
// beginning. For a longer file it assumes a constant compression ratio, which
// suffices for an estimate.
func glancePacked(ctx context.Context, m *unpack.Method, f format.File, in io.Reader, size int64) (format.Extent, error) {
	packed := &counting{Reader: bufio.NewReader(in)}
	r, err := m.Reader(packed, size)
	if err != nil {
		return format.Extent{}, err
	}
	defer r.Close()
	b, err := io.ReadAll(io.LimitReader(r, format.MostCounted+1))
	if err != nil {
		return format.Extent{}, err
	}
	long := len(b) > format.MostCounted
	whole := int64(len(b))
	if long {
		whole = max(whole, int64(float64(whole)*float64(size)/float64(packed.n)))
	}
	e, err := f.Format.Extent(ctx, f, bytes.NewReader(b), whole)
	if err != nil || long && !e.About {
		return format.Extent{}, err
	}
	return e, nil
}

// counting counts the bytes that are read. It returns few bytes per call,
// because decompressors read ahead as much as they get, and a few kilobytes of
// the best compressed files hold hundreds of thousands of rows.
type counting struct {
	io.Reader
	n int64
}

func (c *counting) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p[:min(len(p), 64)])
	c.n += int64(n)
	return n, err
}
