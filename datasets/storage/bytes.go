package storage

import (
	"encoding/binary"
	"unsafe"
)

// LittleEndian says that this machine keeps the low byte first.
var LittleEndian = binary.NativeEndian.Uint16([]byte{1, 0}) == 1

// Bytes is the memory of some numbers.
func Bytes(x []float64) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(x))), 8*len(x))
}
