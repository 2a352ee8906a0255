package datasets

import (
	"bufio"
	"bytes"
	"context"
	"io"

	"example.com/sfatui/datasets/confine"
	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/format/unpack"
)

// Glance tells how much the file at path holds, by its name and its header, with at most
// a few megabytes read. Nothing is known of formats that would have to be read whole.
func Glance(ctx context.Context, disk confine.Disk, path string) (format.Extent, error) {
	how := known.Match(path, nil)
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

// glancePacked tells how much a compressed file of size bytes holds by its beginning. Of one
// that is longer the rest is taken to be packed as well as that, which is only good for an
// estimate.
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

// counting counts the bytes that are read. It gives few at a time: what unpacks reads ahead
// as much as it gets, and a few kilobytes of the best packed files are hundreds of thousands
// of rows.
type counting struct {
	io.Reader
	n int64
}

func (c *counting) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p[:min(len(p), 64)])
	c.n += int64(n)
	return n, err
}
