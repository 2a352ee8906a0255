package datasets

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"image"
	_ "image/jpeg" // the formats that image.Decode knows
	_ "image/png"
	"io"
	"math"
	"path/filepath"
	"strconv"
	"strings"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
)

// Limits of images.
const (
	maxPixels = 50_000_000 // of an image
	// maxPacked is how many pixels a byte of an image file may claim: deflate
	// packs its most bytes of 8 pixels into one.
	maxPacked = 8 * maxDeflate
	// inputPixels is how many inputs an image has at most.
	inputPixels = 4096
)

// imageFile is a file for one image: the folder that it is in, of which each
// image is a sample.
func imageFile(f file) file {
	f.images = []imageRef{{f.path, f.fields["label"]}}
	f.path = filepath.Dir(f.path)
	return f
}

// takesImage reports whether an image is the next sample of f's segment, and
// keeps of f's fields what it tells of both.
func (f *file) takesImage(next file) bool {
	if !f.format.folder || f.format != next.format || f.held != next.held || f.path != next.path ||
		f.fields["segment"] != next.fields["segment"] || f.fields["group"] != next.fields["group"] {
		return false
	}
	for field, value := range f.fields {
		if next.fields[field] != value {
			delete(f.fields, field)
		}
	}
	return true
}

// labelFolders makes the folders' names the labels of their images, where
// there are several folders and nothing else labels the images.
func labelFolders(files []file) {
	folders := map[string]bool{}
	for _, f := range files {
		for _, image := range f.images {
			if image.label != "" {
				return
			}
		}
		folders[f.path] = true
	}
	for i, f := range files {
		if len(folders) < 2 || f.images == nil {
			continue
		}
		if f.fields == nil {
			files[i].fields = map[string]string{}
		}
		files[i].fields["label"] = f.base()
		for k := range f.images {
			f.images[k].label = f.base()
		}
	}
}

// readImages reads the images of a folder, in grey from 0 to 1, as a segment
// of a sample each.
func readImages(ctx context.Context, src *source, to *sink) error {
	if asked := to.imageSize; len(to.Sources) == 0 && asked != (image.Point{}) {
		to.Did("images in grey, brought to %d×%d pixels", asked.X, asked.Y)
	}
	if to.imageSize == (image.Point{}) {
		if err := settleImageSize(ctx, src, to); err != nil {
			return err
		}
	}
	size := to.imageSize
	d := size.X * size.Y
	if err := to.match(src.shown(), elementNames([]int{size.Y, size.X}), ""); err != nil {
		return err
	}
	if err := to.Hold(len(src.images)*d, src.file.path); err != nil {
		return err
	}
	x, placed, err := to.store.Segment(len(src.images) * d)
	if err != nil {
		return err
	}
	r := &data.Recording{Name: src.base(), Held: src.held, Rows: len(src.images), X: x, Placed: placed}
	if segment := src.fields["segment"]; segment != "" {
		r.Name = segment
	}
	for _, ref := range src.images {
		img, err := readImage(src, ref)
		if err != nil {
			return err
		}
		r.X = appendGrey(r.X, img, size)
		r.Labels = append(r.Labels, ref.label)
	}
	if isConstant(r.Labels) {
		r.Labels = r.Labels[:1]
		if r.Labels[0] == "" {
			r.Labels = nil
		}
	}
	to.Recordings = append(to.Recordings, r)
	return nil
}

// readImage decodes an image of the folder.
func readImage(src *source, ref imageRef) (image.Image, error) {
	c, err := src.openImage(ref)
	if err != nil {
		return nil, err
	}
	defer c.close()
	img, err := decodeImage(c, c.len())
	if err == nil {
		_, err = c.finish()
	}
	if err != nil {
		return nil, c.fail(err)
	}
	return img, nil
}

// parseImageSize reads --image-size; the zero point stands for the default.
func parseImageSize(written string) (size image.Point, err error) {
	if written == "" {
		return size, nil
	}
	width, height, _ := strings.Cut(written, "x")
	w, errW := strconv.Atoi(width)
	h, errH := strconv.Atoi(height)
	if errW != nil || errH != nil || w < 1 || h < 1 || w > data.MaxInputs || h > data.MaxInputs || w*h > data.MaxInputs {
		return size, message.Usagef("--image-size %s: write width and height, such as 32x24, of at most %d pixels", message.Clean(written), data.MaxInputs)
	}
	return image.Pt(w, h), nil
}

// settleImageSize is the size that all images are brought to: their own if they
// have one and it is small, else the median of their widths and heights, made
// smaller until it has no more pixels than inputs are wanted.
func settleImageSize(ctx context.Context, src *source, to *sink) error {
	var widths, heights []int
	same := true
	for _, f := range src.all {
		for _, ref := range f.images {
			file, err := src.open(ref.path)
			if err != nil {
				return err
			}
			c, err := imageConfig(file.unhashed(), file.len())
			file.close()
			if err != nil {
				return file.fail(err)
			}
			widths, heights = append(widths, c.Width), append(heights, c.Height)
			same = same && c.Width == widths[0] && c.Height == heights[0]
			if err := ctx.Err(); err != nil {
				return err
			}
		}
	}
	w, h := median(widths), median(heights)
	shrink := math.Min(1, math.Sqrt(inputPixels/(float64(w)*float64(h))))
	to.imageSize = image.Pt(max(1, int(float64(w)*shrink)), max(1, int(float64(h)*shrink)))
	switch {
	case same && shrink == 1:
		to.Note("images of %d×%d pixels, in grey", w, h)
	case same:
		to.Note("images of %d×%d pixels, in grey, averaged to %d×%d", w, h, to.imageSize.X, to.imageSize.Y)
	default:
		to.Note("images of several sizes, in grey, averaged to %d×%d pixels", to.imageSize.X, to.imageSize.Y)
	}
	return nil
}

// imageConfig reads the size of an image of size bytes, and refuses what it
// could not hold.
func imageConfig(r io.Reader, size int64) (image.Config, error) {
	c, _, err := image.DecodeConfig(bufio.NewReader(r))
	switch {
	case err != nil:
		return c, fmt.Errorf("not a PNG or JPEG image that can be read (%s): convert it anew", message.Clean(err.Error()))
	case c.Width < 1 || c.Height < 1 || c.Width > maxPixels/c.Height:
		return c, fmt.Errorf("the image is %d×%d pixels; at most %d in all are read: make it smaller", c.Width, c.Height, maxPixels)
	case int64(c.Width)*int64(c.Height) > maxPacked*size:
		return c, fmt.Errorf("the image claims %d×%d pixels in a file of %d bytes: it is damaged; copy it again", c.Width, c.Height, size)
	}
	return c, nil
}

// decodeImage decodes an image of size bytes.
func decodeImage(r io.ReaderAt, size int64) (image.Image, error) {
	if _, err := imageConfig(io.NewSectionReader(r, 0, size), size); err != nil {
		return nil, err
	}
	img, _, err := image.Decode(bufio.NewReader(io.NewSectionReader(r, 0, size)))
	if err != nil {
		return nil, fmt.Errorf("the image is damaged (%s): copy it again, or leave it out", message.Clean(err.Error()))
	}
	if img.Bounds().Empty() {
		return nil, errors.New("the image has no pixels: leave it out")
	}
	return img, nil
}

// compareNatural orders names with the numbers in them by value, so that
// frame10 comes after frame9.
func compareNatural(a, b string) int {
	for a != "" && b != "" {
		da, db := leadingDigits(a), leadingDigits(b)
		if da > 0 && db > 0 {
			na, nb := strings.TrimLeft(a[:da], "0"), strings.TrimLeft(b[:db], "0")
			if c := cmp.Or(cmp.Compare(len(na), len(nb)), cmp.Compare(na, nb), cmp.Compare(da, db)); c != 0 {
				return c
			}
			a, b = a[da:], b[db:]
			continue
		}
		if a[0] != b[0] {
			return cmp.Compare(a[0], b[0])
		}
		a, b = a[1:], b[1:]
	}
	return cmp.Compare(len(a), len(b))
}

// leadingDigits is how many digits a text begins with.
func leadingDigits(s string) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}
