package sessions

import (
	"bufio"
	"fmt"
	"io"
)

// maxLine bounds a line of a plan or a journal in bytes: what is longer is
// damaged.
const maxLine = 1 << 20

// textLine is one line of a file.
type textLine struct {
	text  []byte // without the newline; valid until the next line is read
	size  int64  // bytes in the file, with the newline
	ended bool   // a newline stands at its end
	over  bool   // longer than maxLine; text is empty
}

// eachLine calls f with each line of r until f returns false.
func eachLine(r io.Reader, f func(textLine) bool) error {
	in := bufio.NewReaderSize(r, 64<<10)
	var buf []byte
	for {
		l := textLine{}
		buf = buf[:0]
		var err error
		for {
			var part []byte
			part, err = in.ReadSlice('\n')
			l.size += int64(len(part))
			if l.size > maxLine+1 {
				l.over = true
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
		l.ended = err == nil
		if !l.over {
			l.text = buf
			if l.ended {
				l.text = buf[:len(buf)-1]
			}
		}
		if l.size > 0 && !f(l) || err == io.EOF {
			return nil
		}
	}
}

// lineDamage says what is wrong with a line of sealed objects and what it
// costs; "" where nothing is.
func lineDamage(l textLine, parts [][]byte, rest []byte) (what, lost string) {
	switch {
	case l.over:
		return fmt.Sprintf("longer than %d bytes", maxLine), "the line"
	case len(parts) == 0 || len(rest) > 0 && l.ended:
		return "bad checksum", "the line"
	case len(parts) > 1 || len(parts[0]) < len(l.text):
		return "damaged newline", "nothing"
	}
	return "", ""
}
