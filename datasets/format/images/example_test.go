package images_test

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"

	"example.com/sfatui/datasets/format/images"
	"example.com/sfatui/datasets/internal/check"
	"example.com/sfatui/datasets/internal/sample"
)

// Each image of a folder is a sample: its grey values, row by row.
func ExampleImage() {
	m := image.NewGray(image.Rect(0, 0, 2, 2))
	m.SetGray(1, 0, color.Gray{Y: 255})
	m.SetGray(0, 1, color.Gray{Y: 51})
	var file bytes.Buffer
	if err := png.Encode(&file, m); err != nil {
		fmt.Println(err)
		return
	}
	check.Print(&images.Image, file.String())
	// Output:
	// inputs [r1c1 r1c2 r2c1 r2c2]
	// folder [0 1 0.2 0]
	// images of 2×2 pixels, in grey
}

// Two images of 1×3 pixels as the MNIST database stores them.
func ExampleIDX() {
	check.Print(&images.IDX, sample.IDX(8, []byte{0, 128, 255, 1, 2, 3}, 2, 1, 3))
	// Output:
	// inputs [r1c1 r1c2 r1c3]
	// file.idx [0 128 255 1 2 3]
}
