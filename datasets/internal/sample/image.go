package sample

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/png"
	"testing"
)

// IDX builds an IDX file.
func IDX(kind byte, body []byte, shape ...int) string {
	b := []byte{0, 0, kind, byte(len(shape))}
	for _, n := range shape {
		b = binary.BigEndian.AppendUint32(b, uint32(n))
	}
	return string(append(b, body...))
}

// PNG encodes an image of grey values, given row by row.
func PNG(t testing.TB, width int, grey ...uint8) string {
	t.Helper()
	img := &image.Gray{Pix: grey, Stride: width, Rect: image.Rect(0, 0, width, len(grey)/width)}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
