package images

import (
	"image"
	"slices"
)

// appendGrey appends the pixels of an image in grey, row by row, from black, 0,
// to white, 1, scaled to a size: each pixel is the mean over the area that it
// covers. Colours are weighted as in ITU-R BT.601; transparent pixels are
// black.
func appendGrey(x []float64, img image.Image, size image.Point) []float64 {
	grey := greyPixels(img)
	b := img.Bounds()
	if b.Size() == size {
		return append(x, grey...)
	}
	narrow := averageColumns(grey, b.Dx(), size.X)
	return append(x, averageRows(narrow, size.X, size.Y)...)
}

// greyPixels returns the pixels of an image in grey.
func greyPixels(img image.Image) []float64 {
	b := img.Bounds()
	grey := make([]float64, 0, b.Dx()*b.Dy())
	switch img := img.(type) {
	case *image.Gray:
		for y := range b.Dy() {
			for _, v := range img.Pix[y*img.Stride : y*img.Stride+b.Dx()] {
				grey = append(grey, float64(v)/255)
			}
		}
		return grey
	case *image.YCbCr: // Y is already the weighted sum
		for y := range b.Dy() {
			for _, v := range img.Y[y*img.YStride : y*img.YStride+b.Dx()] {
				grey = append(grey, float64(v)/255)
			}
		}
		return grey
	}
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			red, green, blue, _ := img.At(x, y).RGBA()
			grey = append(grey, (0.299*float64(red)+0.587*float64(green)+0.114*float64(blue))/0xffff)
		}
	}
	return grey
}

// cover is the weight of an old row in a new one.
type cover struct {
	from   int
	weight float64
}

// covers returns, for each of n new rows, the old rows that it covers.
func covers(rows, n int) [][]cover {
	all := make([][]cover, n)
	for i := range all {
		from, to := float64(i)*float64(rows)/float64(n), float64(i+1)*float64(rows)/float64(n)
		for r := int(from); r < rows && float64(r) < to; r++ {
			weight := (min(to, float64(r+1)) - max(from, float64(r))) / (to - from)
			all[i] = append(all[i], cover{r, weight})
		}
	}
	return all
}

// averageRows scales a matrix with rows of the given width to n rows.
func averageRows(x []float64, width, n int) []float64 {
	out := make([]float64, n*width)
	for i, parts := range covers(len(x)/width, n) {
		y := out[i*width : (i+1)*width]
		for _, p := range parts {
			for k, v := range x[p.from*width : (p.from+1)*width] {
				y[k] += p.weight * v
			}
		}
	}
	return out
}

// averageColumns scales a matrix with rows of the given width to n columns.
func averageColumns(x []float64, width, n int) []float64 {
	out := make([]float64, 0, len(x)/width*n)
	columns := covers(width, n)
	for ; len(x) > 0; x = x[width:] {
		for _, parts := range columns {
			sum := 0.0
			for _, p := range parts {
				sum += p.weight * x[p.from]
			}
			out = append(out, sum)
		}
	}
	return out
}

// median returns the median of some numbers, the lower of two.
func median(x []int) int {
	x = slices.Sorted(slices.Values(x))
	return x[(len(x)-1)/2]
}
