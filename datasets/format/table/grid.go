package table

import (
	"encoding/binary"
	"io"

	"example.com/sfatui/datasets/storage"
)

// grid holds all fields of a text, line by line, each preceded by its length:
// in memory or, if large, in a spool file.
type grid struct {
	room   []float64 // capacity for the fields; its length is irrelevant
	used   int       // bytes used
	starts []int     // offset of the first field of each line
	next   []int     // offset of the field of each line that a turned grid reads next
	width  int       // number of fields per line
	lines  []int     // line numbers in the file
	at     int
	fields [][]byte
}

// transposedGrid reads the columns of a grid as records.
type transposedGrid struct{ *grid }

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

// field returns the field at an offset, and the offset of the next.
func (g *grid) field(at int) (field []byte, next int) {
	b := storage.Bytes(g.room)
	length, n := binary.Uvarint(b[at:g.used])
	from := at + n
	next = from + int(length)
	return b[from:next:next], next
}

// line returns the fields of a line, from 0, valid until the next call.
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

// rewind restarts at the first record.
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

func (g transposedGrid) place() (int, string) { return g.at, "column" }

func (g transposedGrid) record() ([][]byte, error) {
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
