package datasets

import (
	"context"

	"example.com/sfatui/datasets/confine"
	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/format/unpack"
)

// Glance tells how much the file at path holds, by its name and its header, with at most
// a few megabytes read. Nothing is known of files that are compressed, and of formats
// that would have to be read whole.
func Glance(ctx context.Context, disk confine.Disk, path string) (format.Extent, error) {
	how := known.Match(path, nil)
	if how == nil || how.Extent == nil || unpack.TrimName(path) != path {
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
	if n, _ := f.ReadAt(head[:], 0); unpack.Of(head[:n]) != nil {
		return format.Extent{}, nil
	}
	return how.Extent(ctx, format.File{Path: path, Format: how}, f, info.Size())
}
