package part

import (
	"encoding/binary"
	"strings"
)

// values holds the values of a point, or of a sweep's text, on its axes as one immutable
// string: the number of axes with a value, their IDs in ascending order, four bytes for each
// with the end of its value among all values, and the values. Equal values have equal strings.
type values string

// maxValueBytes is the maximum length of all values.
const maxValueBytes = 1<<24 - 1

// endBytes is the length of the end of a value.
const endBytes = 4

// end returns the index at which value k ends, and for −1 at which the first begins, of n values.
func (v values) end(k, n int) int {
	first := 1 + n + endBytes*n
	if k < 0 {
		return first
	}
	at := 1 + n + endBytes*k
	return first + int(uint32(v[at])<<24|uint32(v[at+1])<<16|uint32(v[at+2])<<8|uint32(v[at+3]))
}

// find returns the value of the axis with an ID. It is the most frequent operation on points.
func (v values) find(id uint8) (value string, ok bool) {
	if v == "" {
		return "", false
	}
	n := int(v[0])
	k := strings.IndexByte(string(v[1:1+n]), id)
	if k < 0 {
		return "", false
	}
	return string(v[v.end(k-1, n):v.end(k, n)]), true
}

// has reports whether the axis has a value.
func (v values) has(id uint8) bool {
	return v != "" && strings.IndexByte(string(v[1:1+int(v[0])]), id) >= 0
}

// with returns the values with that of an axis replaced; an empty value removes it.
func (v values) with(id uint8, value string) values {
	n := 0
	if v != "" {
		n = int(v[0])
	}
	before, after := 0, 0 // the values of smaller IDs, and the index of the first larger one
	for before < n && v[1+before] < id {
		before++
	}
	if after = before; after < n && v[1+after] == id {
		after++
	}
	m := before + n - after
	switch {
	case value == "" && m == 0:
		return ""
	case value == "" && m == n:
		return v
	case value != "":
		m++
	}
	var space [512]byte
	out := append(space[:0], byte(m))
	if n == 0 {
		out = append(out, id)
		out = binary.BigEndian.AppendUint32(out, size(0, value))
		return values(append(out, value...))
	}
	out = append(out, v[1:1+before]...)
	if value != "" {
		out = append(out, id)
	}
	out = append(out, v[1+after:1+n]...)
	first := v.end(-1, n)
	out = append(out, v[1+n:1+n+endBytes*before]...)
	at := v.end(before-1, n) - first // where the value begins
	if value != "" {
		out = binary.BigEndian.AppendUint32(out, size(at, value))
	}
	moved := at + len(value) - (v.end(after-1, n) - first)
	for k := after; k < n; k++ {
		out = binary.BigEndian.AppendUint32(out, size(v.end(k, n)-first+moved, ""))
	}
	out = append(out, v[first:first+at]...)
	out = append(out, value...)
	return values(append(out, v[v.end(after-1, n):]...))
}

// size returns the index at which a value ends that begins at an index.
func size(begin int, value string) uint32 {
	if begin+len(value) > maxValueBytes {
		panic("part: values of more than 16 MB")
	}
	return uint32(begin + len(value))
}
