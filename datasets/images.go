package datasets

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
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

// imageRef is an image of a folder.
type imageRef struct {
	path  string
	label string
}

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
	if f.format != &formatImage || next.format != &formatImage || f.held != next.held || f.path != next.path ||
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
func (j *job) readImages(f file, m *material) error {
	if j.imageSize == (image.Point{}) {
		if err := j.settleImageSize(m); err != nil {
			return err
		}
	}
	size := j.imageSize
	if len(m.sources) == 0 && j.o.ImageSize != "" {
		m.did("images in grey, brought to %d×%d pixels", size.X, size.Y)
	}
	d := size.X * size.Y
	if err := m.match(message.Clean(f.path), elementNames([]int{size.Y, size.X}), ""); err != nil {
		return err
	}
	if err := j.hold(len(f.images)*d, f.path); err != nil {
		return err
	}
	x, placed, err := j.spool.Segment(len(f.images) * d)
	if err != nil {
		return err
	}
	r := &recording{name: f.base(), held: f.held, rows: len(f.images), x: x, placed: placed}
	if segment := f.fields["segment"]; segment != "" {
		r.name = segment
	}
	sum := sha256.New()
	for _, ref := range f.images {
		s, err := j.open(ref.path)
		if err != nil {
			return err
		}
		s.hash = sum
		img, err := decodeImage(s, s.size)
		if err == nil {
			_, err = s.finish()
		}
		s.close()
		if err != nil {
			return s.fail(err)
		}
		r.x = appendGrey(r.x, img, size)
		r.labels = append(r.labels, ref.label)
	}
	if isConstant(r.labels) {
		r.labels = r.labels[:1]
		if r.labels[0] == "" {
			r.labels = nil
		}
	}
	m.recordings = append(m.recordings, r)
	// the hash is that of all images one after the other
	m.sources = append(m.sources, data.Source{Path: message.Clean(f.path), SHA256: hex.EncodeToString(sum.Sum(nil))})
	return nil
}

// parseImageSize reads --image-size; the zero point stands for the default.
func parseImageSize(written string) (size image.Point, err error) {
	if written == "" {
		return size, nil
	}
	width, height, _ := strings.Cut(written, "x")
	w, errW := strconv.Atoi(width)
	h, errH := strconv.Atoi(height)
	if errW != nil || errH != nil || w < 1 || h < 1 || w > maxColumns || h > maxColumns || w*h > maxColumns {
		return size, message.Usagef("--image-size %s: write width and height, such as 32x24, of at most %d pixels", message.Clean(written), maxColumns)
	}
	return image.Pt(w, h), nil
}

// settleImageSize is the size that all images are brought to: their own if they
// have one and it is small, else the median of their widths and heights, made
// smaller until it has no more pixels than inputs are wanted.
func (j *job) settleImageSize(m *material) error {
	var widths, heights []int
	same := true
	for _, f := range j.files {
		for _, ref := range f.images {
			s, err := j.open(ref.path)
			if err != nil {
				return err
			}
			c, err := imageConfig(io.NewSectionReader(s.f, 0, s.size), s.size)
			s.close()
			if err != nil {
				return s.fail(err)
			}
			widths, heights = append(widths, c.Width), append(heights, c.Height)
			same = same && c.Width == widths[0] && c.Height == heights[0]
			if err := j.ctx.Err(); err != nil {
				return err
			}
		}
	}
	w, h := median(widths), median(heights)
	shrink := math.Min(1, math.Sqrt(inputPixels/(float64(w)*float64(h))))
	j.imageSize = image.Pt(max(1, int(float64(w)*shrink)), max(1, int(float64(h)*shrink)))
	switch {
	case same && shrink == 1:
		m.note("images of %d×%d pixels, in grey", w, h)
	case same:
		m.note("images of %d×%d pixels, in grey, averaged to %d×%d", w, h, j.imageSize.X, j.imageSize.Y)
	default:
		m.note("images of several sizes, in grey, averaged to %d×%d pixels", j.imageSize.X, j.imageSize.Y)
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
