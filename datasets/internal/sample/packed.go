package sample

import (
	"bytes"
	"compress/gzip"

	"github.com/klauspost/compress/zstd"
)

// Gzip returns a text compressed by gzip.
func Gzip(text string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write([]byte(text))
	w.Close()
	return b.String()
}

// Zstd returns a text compressed by zstd.
func Zstd(text string) string {
	w, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	if err != nil {
		panic("sample: " + err.Error())
	}
	return string(w.EncodeAll([]byte(text), nil))
}
