package table

import (
	"encoding/binary"
	"io"

	"example.com/sfatui/datasets/storage"
)

// grid are all fields of a text as records line by line, each with its length
// before it: in memory or, as a spool has them, in a file.
type grid struct {
	room   []float64 // holds the fields; its length does not count
	used   int       // bytes of it
	starts []int     // of each line's first field
	next   []int     // of the field of each line that a turned grid reads next
	width  int       // fields in a line
	lines  []int     // numbers of the lines
	at     int
	fields [][]byte
}

// turned are the columns of a grid as records.
type turned struct{ *grid }

// add appends a field.
func (g *grid) add(s *storage.Store, field []byte) error {
	room, err := s.Grow(g.room[:(g.used+7)/8], (binary.MaxVarintLen64+len(field))/8+2)
	if err != nil {
		return err
	}
	g.room = room[:cap(room)]
	b := storage.Bytes(g.room)
	g.used += binary.PutUvarint(b[g.used:], uint64(len(field)))
	g.used += copy(b[g.used:], field)
	return nil
}

// field is the field that begins at a byte, and where the next one does.
func (g *grid) field(at int) (field []byte, next int) {
	b := storage.Bytes(g.room)
	length, n := binary.Uvarint(b[at:g.used])
	from := at + n
	next = from + int(length)
	return b[from:next:next], next
}

// line are the fields of a line, from 0, valid until the next call.
func (g *grid) line(i int) [][]byte {
	g.fields = g.fields[:0]
	at := g.starts[i]
	for range g.width {
		var field []byte
		field, at = g.field(at)
		g.fields = append(g.fields, field)
	}
	return g.fields
}

// rewind makes the first record the next one again.
func (g *grid) rewind() {
	g.at = 0
	g.next = append(g.next[:0], g.starts...)
}

func (g *grid) place() (int, string) { return g.lines[max(g.at-1, 0)], "line" }

func (g *grid) record() ([][]byte, error) {
	if g.at == len(g.lines) {
		return nil, io.EOF
	}
	g.at++
	return g.line(g.at - 1), nil
}

func (g turned) place() (int, string) { return g.at, "column" }

func (g turned) record() ([][]byte, error) {
	if g.at == g.width {
		return nil, io.EOF
	}
	g.fields = g.fields[:0]
	for i, at := range g.next {
		var field []byte
		field, g.next[i] = g.field(at)
		g.fields = append(g.fields, field)
	}
	g.at++
	return g.fields, nil
}
