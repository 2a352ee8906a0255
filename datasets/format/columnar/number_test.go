package columnar

import (
	"math"
	"testing"

	"example.com/sfatui/datasets/format/elements"
)

// The numbers are those of Python's struct.unpack('<e', …).
func TestHalfFloat(t *testing.T) {
	for bits, want := range map[uint16]float64{
		0x3c00: 1, 0xc000: -2, 0x0001: 0x1p-24, 0x83ff: -0x1.ff8p-15, 0x7bff: 65504, 0x3555: 0x1.554p-2, 0x7c00: math.Inf(1), 0xfc00: math.Inf(-1),
	} {
		if got := elements.HalfFloat(bits); got != want {
			t.Errorf("%#04x is %g, want %g", bits, got, want)
		}
	}
	if got := elements.HalfFloat(0x7e00); !math.IsNaN(got) {
		t.Errorf("0x7e00 is %g", got)
	}
	if got := elements.HalfFloat(0x8000); got != 0 || !math.Signbit(got) {
		t.Errorf("0x8000 is %g", got)
	}
}

// The numbers are those of Python's int.from_bytes(…, 'big', signed=True).
func TestWholeOf(t *testing.T) {
	for bytes, want := range map[string]float64{
		"": 0, "\x7f": 127, "\x80": -128, "\xff\xff": -1, "\x00\xff": 255, "\x01\x00\x00\x00\x00\x00\x00\x00\x00": 0x1p64, "\xff\x00\x00\x00\x00\x00\x00\x00\x00": -0x1p64,
	} {
		if got := wholeOf([]byte(bytes)); got != want {
			t.Errorf("% x is %g, want %g", bytes, got, want)
		}
	}
}
