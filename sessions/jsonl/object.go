package jsonl

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
)

const (
	sumField = `,"c":"`
	sumLen   = len(sumField) + 8 + len(`"}`)
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// AppendSum returns the JSON object body as a line with a checksum and a
// newline. It writes into body.
func AppendSum(seed string, body []byte) []byte {
	body = body[:len(body)-1]
	sum := crc32.Update(crc32.Checksum([]byte(seed), castagnoli), castagnoli, body)
	return fmt.Appendf(body, "%s%08x\"}\n", sumField, sum)
}

// Encode returns the line of a struct that has at least one field, with a
// newline.
func Encode(seed string, v any) ([]byte, error) {
	body, err := Marshal(v)
	if err != nil {
		return nil, err
	}
	return AppendSum(seed, body), nil
}

// Marshal works like [json.Marshal] without escapes for HTML, because people
// read these files.
func Marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// prefix returns the length of the object with a correct checksum at the start
// of text, or -1.
func prefix(seed string, text []byte) int {
	sum := crc32.Checksum([]byte(seed), castagnoli)
	summed := 0
	for from := 0; ; from++ {
		i := bytes.Index(text[from:], []byte(sumField))
		if i < 0 || len(text)-from-i < sumLen {
			return -1
		}
		from += i
		sum = crc32.Update(sum, castagnoli, text[summed:from])
		summed = from
		seal := text[from+len(sumField) : from+sumLen]
		if string(seal) == fmt.Sprintf("%08x\"}", sum) {
			return from + sumLen
		}
	}
}

// Split divides a line into the objects with correct checksums at its start,
// and the rest. An undamaged line is one object without a rest. Two lines with
// a damaged newline are two objects with one byte between them.
func Split(seed string, text []byte) (parts [][]byte, rest []byte) {
	for len(text) > 0 {
		end := prefix(seed, text)
		if end < 0 {
			return parts, text
		}
		parts = append(parts, text[:end])
		text = text[end:]
		if len(text) > 0 {
			text = text[1:]
		}
	}
	return parts, nil
}

// Decode verifies a file of one line and decodes its object into v.
func Decode(seed string, file []byte, v any) error {
	if len(file) == 0 {
		return errors.New("empty file")
	}
	end := prefix(seed, file)
	if end < 0 {
		return errors.New("bad checksum")
	}
	if string(file[end:]) != "\n" {
		return errors.New("bad end of the file")
	}
	if err := json.Unmarshal(file, v); err != nil {
		return errors.New("not what is expected here: " + err.Error())
	}
	return nil
}
