package elements

import (
	"bufio"
	"context"
	"encoding/binary"
	"io"
	"strings"

	"example.com/sfatui/datasets/message"
)

// Texts decodes all elements as texts.
func (a *Array) Texts(ctx context.Context, in io.Reader) ([]string, error) {
	in = bufio.NewReader(in)
	var texts []string
	b := make([]byte, a.Size)
	for i := range a.Count {
		if i%4096 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if _, err := io.ReadFull(in, b); err != nil {
			return nil, a.cutShort(i, err)
		}
		texts = append(texts, message.Clean(a.text(b)))
	}
	return texts, nil
}

// text decodes an element, which is padded with zeros.
func (a *Array) text(b []byte) string {
	if a.Kind == 'S' {
		return strings.TrimRight(string(b), "\x00")
	}
	var t strings.Builder
	for ; len(b) >= 4; b = b[4:] {
		r := binary.LittleEndian.Uint32(b)
		if a.Big {
			r = binary.BigEndian.Uint32(b)
		}
		if r > 0 && r <= 0x10ffff {
			t.WriteRune(rune(r))
		}
	}
	return t.String()
}

// Extent returns the number of dimensions longer than 1.
func (a *Array) Extent() int {
	n := 0
	for _, size := range a.Shape {
		if size > 1 {
			n++
		}
	}
	return n
}
