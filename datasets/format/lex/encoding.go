package lex

import (
	"bytes"
	"io"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"
)

// decoded returns a reader that converts a text in UTF-16, or in UTF-32 with a
// byte order mark, to UTF-8, and does not change other texts. Windows programs
// write such texts. UTF-16 without a byte order mark is recognised by NUL in
// every second of the first bytes.
func decoded(r io.Reader) (io.Reader, error) {
	var b [8]byte
	n, err := io.ReadFull(r, b[:])
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return nil, err
	}
	head := b[:n]
	all := io.MultiReader(bytes.NewReader(bytes.Clone(head)), r)
	var even, odd int // NUL bytes
	for i, c := range head {
		if c == 0 {
			even, odd = even+1-i%2, odd+i%2
		}
	}
	switch {
	case bytes.HasPrefix(head, []byte("\xff\xfe\x00\x00")), bytes.HasPrefix(head, []byte("\x00\x00\xfe\xff")):
		return utf32.UTF32(utf32.LittleEndian, utf32.UseBOM).NewDecoder().Reader(all), nil
	case bytes.HasPrefix(head, []byte("\xff\xfe")) || n == len(b) && even == 0 && odd == n/2:
		return unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder().Reader(all), nil
	case bytes.HasPrefix(head, []byte("\xfe\xff")) || n == len(b) && odd == 0 && even == n/2:
		return unicode.UTF16(unicode.BigEndian, unicode.UseBOM).NewDecoder().Reader(all), nil
	}
	return all, nil
}

// Text returns a cell as a text. Invalid UTF-8 is decoded as Windows-1252, the
// former encoding of western Europe.
func Text(cell []byte) string {
	if utf8.Valid(cell) {
		return string(cell)
	}
	text, err := charmap.Windows1252.NewDecoder().Bytes(cell)
	if err != nil {
		return string(cell)
	}
	return string(text)
}
