package images

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"math"
	"testing"
)

// TestGrey compares the methods of converting to grey.
func TestGrey(t *testing.T) {
	colours := image.NewNRGBA(image.Rect(1, 2, 17, 18)) // not at the origin
	for y := 2; y < 18; y++ {
		for x := 1; x < 17; x++ {
			colours.Set(x, y, color.NRGBA{200, 100, 50, 255})
		}
	}
	want := (0.299*200 + 0.587*100 + 0.114*50) / 255
	for _, v := range greyPixels(colours) {
		if math.Abs(v-want) > 1e-9 {
			t.Fatalf("%g, want %g", v, want)
		}
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, colours, &jpeg.Options{Quality: 100}); err != nil {
		t.Fatal(err)
	}
	img, err := decodeImage(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range appendGrey(nil, img, image.Pt(4, 4)) {
		if math.Abs(v-want) > .01 {
			t.Fatalf("JPEG: %g, want %g", v, want)
		}
	}
}

func TestElementNames(t *testing.T) {
	if got := elementNames([]int{1, 2, 2, 2}); got[7] != "r1c2k2k2_2" || len(got) != 8 {
		t.Errorf("%v", got)
	}
}
