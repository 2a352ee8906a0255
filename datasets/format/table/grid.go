package table

import (
	"encoding/binary"
	"fmt"
	"io"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/message"
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

// readGrid reads all fields of a text. It returns an error unless all lines
// have the same number of fields.
func (rs *recordSource) readGrid(to *format.Sink) (*grid, error) {
	g := &grid{}
	allowLong(to, rs.scan)
	for {
		fields, err := rs.record()
		if err == io.EOF {
			g.rewind()
			return g, nil
		} else if err != nil {
			return nil, err
		}
		for len(fields) > 1 && len(fields) > g.width && len(fields[len(fields)-1]) == 0 {
			fields = fields[:len(fields)-1]
		}
		if g.lines == nil {
			g.width = len(fields)
		}
		if len(fields) != g.width {
			return nil, rs.at("%s, but line %d has %d: each line must have the same number", message.Counted(len(fields), "field"), g.lines[0], g.width)
		}
		if to.Transpose && len(g.lines) == data.MaxInputs {
			return nil, fmt.Errorf("%s: transposed it would have more than %d columns: leave out --transpose", rs.path, data.MaxInputs)
		}
		if g.used > to.Limit()/2 {
			return nil, fmt.Errorf("%s: the table is too long to be transposed: cut it into parts", rs.path)
		}
		g.starts, g.lines = append(g.starts, g.used), append(g.lines, rs.scan.Line)
		for _, f := range fields {
			if err := g.add(&to.Store, f); err != nil {
				return nil, err
			}
		}
	}
}
