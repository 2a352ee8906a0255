package sample

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"strings"
)

// Types and classes of the Level 5 MAT-file format.
const (
	matInt8       = 1
	MatUint8      = 2
	matUint16     = 4
	matUint32     = 6
	matMatrix     = 14
	matCompressed = 15
	matUTF8       = 16

	matCellClass = 1
	matCharClass = 4
	MATDouble    = 6
)

// MATElement returns a padded data element.
func MATElement(kind int, body []byte) []byte {
	b := binary.LittleEndian.AppendUint32(nil, uint32(kind))
	b = append(binary.LittleEndian.AppendUint32(b, uint32(len(body))), body...)
	return append(b, make([]byte, -len(body)&7)...)
}

// MATArray returns an array of a class whose values are body.
func MATArray(name string, class uint32, rows, cols int, body []byte) []byte {
	le := binary.LittleEndian
	var b []byte
	b = append(b, MATElement(matUint32, le.AppendUint32(le.AppendUint32(nil, class), 0))...)
	b = append(b, MATElement(5, le.AppendUint32(le.AppendUint32(nil, uint32(rows)), uint32(cols)))...)
	if len(name) > 0 && len(name) <= 4 { // as a small element
		b = append(le.AppendUint32(b, uint32(len(name))<<16|matInt8), (name + "\x00\x00\x00")[:4]...)
	} else {
		b = append(b, MATElement(matInt8, []byte(name))...)
	}
	return MATElement(matMatrix, append(b, body...))
}

// MAT returns a file, compressed or not.
func MAT(packed bool, arrays ...[]byte) string {
	b := append([]byte("MATLAB 5.0 MAT-file"+strings.Repeat(" ", 105)), 0, 1, 'I', 'M')
	for _, a := range arrays {
		if packed {
			var z bytes.Buffer
			w := zlib.NewWriter(&z)
			w.Write(a)
			w.Close()
			a = append(binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(nil, matCompressed), uint32(z.Len())), z.Bytes()...)
		}
		b = append(b, a...)
	}
	return string(b)
}

// MATArrays returns samples by column, in bytes, with labels, segments and
// groups.
func MATArrays() [][]byte {
	var cells []byte
	for _, text := range []string{"u", "u", "été", "v"} {
		runes := []rune(text)
		var chars []byte
		for _, r := range runes {
			chars = binary.LittleEndian.AppendUint16(chars, uint16(r))
		}
		cells = append(cells, MATArray("", matCharClass, 1, len(runes), MATElement(matUint16, chars))...)
	}
	return [][]byte{
		MATArray("X", MATDouble, 4, 2, MATElement(matInt8, []byte{1, 2, 3, 4, 5, 6, 7, 0xf8})),
		MATArray("labels", matCellClass, 4, 1, cells),
		MATArray("segment", MATDouble, 1, 4, MATElement(9, Pack("<f8", 1, 1, 2, 2))),
		MATArray("group", matCharClass, 4, 2, MATElement(matUTF8, []byte("ppqqa  b"))),
		MATArray("fs", MATDouble, 1, 1, MATElement(matUint16, []byte{250, 0})),
		MATArray("s", 2, 1, 1, nil),
		MATArray("other", MATDouble, 3, 3, MATElement(matInt8, make([]byte, 9))),
	}
}
