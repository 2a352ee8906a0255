package jsonl

import (
	"bufio"
	"fmt"
	"io"
	"reflect"

	"example.com/sfatui/datasets/message"
)

// MaxLine is the maximum size of a line in bytes, without its newline. A longer
// line counts as damaged.
const MaxLine = 1 << 20

// Line is one line of a file.
type Line struct {
	Text  []byte // without the newline; valid until the next line is read
	Size  int64  // bytes in the file, with the newline
	Ended bool   // it ends with a newline
	Over  bool   // longer than MaxLine; Text is empty
}

// Each calls f with each line of r until f returns false. Its memory is bounded
// for any r.
func Each(r io.Reader, f func(Line) bool) error {
	in := bufio.NewReaderSize(r, 16<<10)
	var buf []byte
	for {
		l := Line{}
		buf = buf[:0]
		var err error
		for {
			var part []byte
			part, err = in.ReadSlice('\n')
			l.Size += int64(len(part))
			if l.Size > MaxLine+1 {
				l.Over = true
				buf = buf[:0]
			} else {
				buf = append(buf, part...)
			}
			if err != bufio.ErrBufferFull {
				break
			}
		}
		if err != nil && err != io.EOF {
			return err
		}
		l.Ended = err == nil
		if !l.Over {
			l.Text = buf
			if l.Ended {
				l.Text = buf[:len(buf)-1]
			}
		}
		if l.Size > 0 && !f(l) || err == io.EOF {
			return nil
		}
	}
}

// Fault returns what is wrong with a line that [Split] divided, and what is
// lost; "" for an undamaged line.
func Fault(l Line, parts [][]byte, rest []byte) (what, lost string) {
	switch {
	case l.Over:
		return fmt.Sprintf("longer than %d bytes", MaxLine), "the line"
	case len(parts) == 0 || len(rest) > 0 && l.Ended:
		return "bad checksum", "the line"
	case len(parts) > 1 || len(parts[0]) < len(l.Text):
		return "damaged newline", "nothing"
	}
	return "", ""
}

// texts is implemented by types that enumerate their own texts, such as a
// point.
type texts interface {
	EachText(replace func(string) string)
}

// CleanTexts cleans every exported text within x, a pointer to a struct, with
// [message.Clean], because files may come from a stranger.
func CleanTexts(x any) { cleanValue(reflect.ValueOf(x)) }

func cleanValue(v reflect.Value) {
	if v.CanAddr() {
		if x, ok := v.Addr().Interface().(texts); ok {
			x.EachText(message.Clean)
			return
		}
	}
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
