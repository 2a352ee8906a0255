package sessions

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"reflect"

	"example.com/sfatui/datasets/message"
)

// A sealed object is a JSON object on one line whose last field is the CRC-32C
// of everything before it: {…,"c":"1f2e3d4c"}. In a journal the sum begins
// with the writer's id, so that a line copied from another journal is noticed.

const (
	sealMark = `,"c":"`
	sealLen  = len(sealMark) + 8 + len(`"}`)
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// appendSeal turns the JSON object body into a sealed line, newline included.
func appendSeal(seed string, body []byte) []byte {
	body = body[:len(body)-1]
	sum := crc32.Update(crc32.Checksum([]byte(seed), castagnoli), castagnoli, body)
	return fmt.Appendf(body, "%s%08x\"}\n", sealMark, sum)
}

// sealJSON is the sealed line of a struct that has at least one field.
func sealJSON(seed string, v any) ([]byte, error) {
	body, err := marshal(v)
	if err != nil {
		return nil, err
	}
	return appendSeal(seed, body), nil
}

// marshal is json.Marshal without its escapes for HTML: the files are read by
// people.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// sealedPrefix is the length of the sealed object that text begins with, or -1.
func sealedPrefix(seed string, text []byte) int {
	sum := crc32.Checksum([]byte(seed), castagnoli)
	summed := 0
	for from := 0; ; from++ {
		i := bytes.Index(text[from:], []byte(sealMark))
		if i < 0 || len(text)-from-i < sealLen {
			return -1
		}
		from += i
		sum = crc32.Update(sum, castagnoli, text[summed:from])
		summed = from
		seal := text[from+len(sealMark) : from+sealLen]
		if string(seal) == fmt.Sprintf("%08x\"}", sum) {
			return from + sealLen
		}
	}
}

// splitSealed takes a line apart into the sealed objects it begins with and a
// rest. A whole line is one object and no rest; a line that lost its newline
// stands as two objects with one byte between them.
func splitSealed(seed string, text []byte) (parts [][]byte, rest []byte) {
	for len(text) > 0 {
		end := sealedPrefix(seed, text)
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

// unseal checks a file that is one sealed line and decodes it into v.
func unseal(seed string, file []byte, v any) error {
	if len(file) == 0 {
		return errors.New("empty file")
	}
	end := sealedPrefix(seed, file)
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

// cleanTexts makes every text within x, a pointer to a struct, fit for a
// terminal: a session may come from a stranger.
func cleanTexts(x any) { cleanValue(reflect.ValueOf(x)) }

func cleanValue(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			cleanValue(v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				cleanValue(v.Field(i))
			}
		}
	case reflect.Slice:
		if k := v.Type().Elem().Kind(); k == reflect.String || k == reflect.Struct {
			for i := range v.Len() {
				cleanValue(v.Index(i))
			}
		}
	case reflect.String:
		if s := v.String(); message.Clean(s) != s {
			v.SetString(message.Clean(s))
		}
	}
}
