package columnar

import (
	"encoding/binary"
	"errors"
)

// Types of values in Thrift's compact protocol.
const (
	thriftTrue   = 1
	thriftFalse  = 2
	thriftByte   = 3
	thriftI16    = 4
	thriftI32    = 5
	thriftI64    = 6
	thriftDouble = 7
	thriftBinary = 8
	thriftList   = 9
	thriftSet    = 10
	thriftMap    = 11
	thriftStruct = 12
)

var (
	errThrift      = errors.New("its metadata is damaged")
	errThriftShort = errors.New("its metadata is cut short")
)

// thriftWalk skips over a value in Thrift's compact protocol, which encodes the
// metadata of Parquet files. It verifies that no length exceeds the available
// bytes before a decoder allocates memory for it.
type thriftWalk struct {
	b     []byte
	at    int
	depth int
	// whole, if not nil, receives the integers of structs by the path of fields
	// to them, such as {5, 1}; missing levels are zero.
	whole map[[2]int]int64
	// set, if not nil, receives the offsets of the true Booleans of structs.
	set  map[[2]int]int
	path [2]int
}

// maxThrift is the maximum depth of structs and lists.
const maxThrift = 32

// varint reads an unsigned number.
func (w *thriftWalk) varint() (uint64, error) {
	x, n := binary.Uvarint(w.b[w.at:])
	if n == 0 {
		return 0, errThriftShort
	}
	if n < 0 {
		return 0, errThrift
	}
	w.at += n
	return x, nil
}

// byte reads a byte.
func (w *thriftWalk) byte() (byte, error) {
	if w.at >= len(w.b) {
		return 0, errThriftShort
	}
	w.at++
	return w.b[w.at-1], nil
}

// skip skips n bytes.
func (w *thriftWalk) skip(n uint64) error {
	if n > uint64(len(w.b)-w.at) {
		return errThriftShort
	}
	w.at += int(n)
	return nil
}

// structure skips a struct.
func (w *thriftWalk) structure() error {
	if w.depth++; w.depth > maxThrift {
		return errThrift
	}
	field := 0
	for {
		head, err := w.byte()
		if err != nil {
			return err
		}
		if head == 0 {
			w.depth--
			return nil
		}
		if delta := int(head >> 4); delta > 0 {
			field += delta
		} else {
			id, err := w.varint()
			if err != nil {
				return err
			}
			field = int(int16(id>>1) ^ -int16(id&1))
		}
		outer := w.path
		if w.depth <= len(w.path) {
			w.path[w.depth-1] = field
		}
		if err := w.value(head & 15); err != nil {
			return err
		}
		w.path = outer
	}
}

// value skips the value of a struct's field.
func (w *thriftWalk) value(kind byte) error {
	switch kind {
	case thriftTrue, thriftFalse: // the type is the value
		if w.set != nil && kind == thriftTrue && w.depth <= len(w.path) {
			w.set[w.path] = w.at - 1
		}
		return nil
	case thriftByte:
		return w.skip(1)
	case thriftI16, thriftI32, thriftI64:
		x, err := w.varint()
		if w.whole != nil && w.depth <= len(w.path) {
			w.whole[w.path] = int64(x>>1) ^ -int64(x&1)
		}
		return err
	case thriftDouble:
		return w.skip(8)
	case thriftBinary:
		n, err := w.varint()
		if err != nil {
			return err
		}
		return w.skip(n)
	case thriftList, thriftSet:
		return w.list()
	case thriftMap:
		return w.mapping()
	case thriftStruct:
		return w.structure()
	}
	return errThrift
}

// list skips a list, each element of which has at least one byte.
func (w *thriftWalk) list() error {
	head, err := w.byte()
	if err != nil {
		return err
	}
	n := uint64(head >> 4)
	if n == 15 {
		if n, err = w.varint(); err != nil {
			return err
		}
	}
	return w.elements(n, head&15)
}

// mapping skips a map.
func (w *thriftWalk) mapping() error {
	n, err := w.varint()
	if err != nil || n == 0 {
		return err
	}
	kinds, err := w.byte()
	if err != nil {
		return err
	}
	if n > uint64(len(w.b)-w.at) {
		return errThriftShort
	}
	for range n {
		if err := w.elements(1, kinds>>4); err != nil {
			return err
		}
		if err := w.elements(1, kinds&15); err != nil {
			return err
		}
	}
	return nil
}

// elements skips n elements of a list.
func (w *thriftWalk) elements(n uint64, kind byte) error {
	if n > uint64(len(w.b)-w.at) {
		return errThriftShort
	}
	if kind == thriftTrue || kind == thriftFalse { // one byte each
		return w.skip(n)
	}
	if w.depth++; w.depth > maxThrift {
		return errThrift
	}
	for range n {
		if err := w.value(kind); err != nil {
			return err
		}
	}
	w.depth--
	return nil
}
