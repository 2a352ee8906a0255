package images_test

import (
	"bytes"
	"image"
	"image/jpeg"
	"testing"

	"example.com/sfatui/datasets/format/images"
	"example.com/sfatui/datasets/internal/check"
	"example.com/sfatui/datasets/internal/sample"
)

func FuzzIDX(f *testing.F) {
	f.Add([]byte(sample.IDX(8, make([]byte, 12), 2, 2, 3)))
	f.Add([]byte(sample.IDX(0x0d, make([]byte, 24), 3, 2)))
	f.Add([]byte(sample.IDX(0x0e, nil, 1<<20, 1<<20)))
	folder := f.TempDir()
	f.Fuzz(func(t *testing.T, b []byte) { check.Read(t, &images.IDX, folder, b) })
}

func FuzzImage(f *testing.F) {
	f.Add([]byte(sample.PNG(f, 2, 1, 2, 3, 4)))
	var b bytes.Buffer
	if err := jpeg.Encode(&b, image.NewGray(image.Rect(0, 0, 9, 9)), nil); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	folder := f.TempDir()
	f.Fuzz(func(t *testing.T, b []byte) { check.Read(t, &images.Image, folder, b) })
}
