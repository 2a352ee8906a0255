package storage

import (
	"encoding/binary"
	"unsafe"
)

// LittleEndian reports whether this machine is little-endian.
var LittleEndian = binary.NativeEndian.Uint16([]byte{1, 0}) == 1

// Bytes returns the memory of some numbers.
func Bytes(x []float64) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(x))), 8*len(x))
}
