package images

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"image"
	_ "image/jpeg" // the formats that image.Decode supports
	_ "image/png"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/message"
)

// Image reads the PNG and JPEG images of a folder.
var Image = format.Format{Name: "an image", Kind: data.Images, Family: "images", Shown: ".png .jpg", Folder: true, Read: readImages,
	Extensions: []string{".png", ".jpg", ".jpeg"}, Magic: []string{"\x89PNG\r\n", "\xff\xd8\xff"}}

// Limits of images.
const (
	maxPixels = 50_000_000 // of an image
	// maxPacked is the maximum number of pixels per byte of an image file:
	// deflate compresses at most so many bytes, of 8 pixels each, into one.
	maxPacked = 8 * format.MaxDeflate
	// inputPixels is the maximum number of inputs of an image.
	inputPixels = 4096
)

// readImages reads the images of a folder, in grey from 0 to 1, as a segment
// with one sample per image.
func readImages(ctx context.Context, src *format.Source, to *format.Sink) error {
	if asked := to.ImageSize; len(to.Sources) == 0 && asked != (image.Point{}) {
		to.Did("images in grey, scaled to %d×%d pixels", asked.X, asked.Y)
	}
	if to.ImageSize == (image.Point{}) {
		if err := settleImageSize(ctx, src, to); err != nil {
			return err
		}
	}
	size := to.ImageSize
	d := size.X * size.Y
	if err := to.Match(src.Shown(), elementNames([]int{size.Y, size.X}), ""); err != nil {
		return err
	}
	if err := to.Hold(len(src.Members)*d, src.File.Path); err != nil {
		return err
	}
	x, placed, err := to.Store.Segment(len(src.Members) * d)
	if err != nil {
		return err
	}
	r := &data.Recording{Name: src.Base(), Held: src.Held, Rows: len(src.Members), X: x, Placed: placed}
	if segment := src.Fields["segment"]; segment != "" {
		r.Name = segment
	}
	for _, ref := range src.Members {
		img, err := readImage(src, ref)
		if err != nil {
			return err
		}
		r.X = appendGrey(r.X, img, size)
		r.Labels = append(r.Labels, ref.Label)
	}
	if format.IsConstant(r.Labels) {
		r.Labels = r.Labels[:1]
		if r.Labels[0] == "" {
			r.Labels = nil
		}
	}
	to.Recordings = append(to.Recordings, r)
	return nil
}

// readImage decodes an image of the folder.
func readImage(src *format.Source, ref format.Member) (image.Image, error) {
	c, err := src.OpenImage(ref)
	if err != nil {
		return nil, err
	}
	defer c.Close()
	img, err := decodeImage(c, c.Len())
	if err == nil {
		_, err = c.Finish()
	}
	if err != nil {
		return nil, c.Fail(err)
	}
	return img, nil
}

// ParseSize parses --image-size; zero for the default.
func ParseSize(written string) (size image.Point, err error) {
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

// settleImageSize sets the size to which all images are scaled: their own if
// they share a small one, else the median of their widths and heights, reduced
// to at most inputPixels pixels.
func settleImageSize(ctx context.Context, src *format.Source, to *format.Sink) error {
	var widths, heights []int
	same := true
	for _, f := range src.All {
		for _, ref := range f.Members {
			file, err := src.Open(ref.Path)
			if err != nil {
				return err
			}
			c, err := imageConfig(file.Unhashed(), file.Len())
			file.Close()
			if err != nil {
				return file.Fail(err)
			}
			widths, heights = append(widths, c.Width), append(heights, c.Height)
			same = same && c.Width == widths[0] && c.Height == heights[0]
			if err := ctx.Err(); err != nil {
				return err
			}
		}
	}
	w, h := median(widths), median(heights)
	to.ImageSize = shrunk(w, h)
	switch {
	case same && to.ImageSize == image.Pt(w, h):
		to.Note("images of %d×%d pixels, in grey", w, h)
	case same:
		to.Note("images of %d×%d pixels, in grey, averaged to %d×%d", w, h, to.ImageSize.X, to.ImageSize.Y)
	default:
		to.Note("images of several sizes, in grey, averaged to %d×%d pixels", to.ImageSize.X, to.ImageSize.Y)
		to.Found.Smallest = shrunk(slices.Min(widths), slices.Min(heights))
	}
	return nil
}

// shrunk returns a size with the given proportions and at most inputPixels
// pixels.
func shrunk(w, h int) image.Point {
	by := math.Min(1, math.Sqrt(inputPixels/(float64(w)*float64(h))))
	return image.Pt(max(1, int(float64(w)*by)), max(1, int(float64(h)*by)))
}

// imageConfig returns the size of an image of size bytes, or an error if the
// file cannot contain it.
func imageConfig(r io.Reader, size int64) (image.Config, error) {
	c, _, err := image.DecodeConfig(bufio.NewReader(r))
	switch {
	case err != nil:
		return c, fmt.Errorf("not a PNG or JPEG image that can be read (%s): convert it again", message.Clean(err.Error()))
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
