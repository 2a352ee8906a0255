package unpack_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"example.com/sfatui/datasets/format/unpack"
	"example.com/sfatui/datasets/internal/sample"
)

func Example() {
	packed := sample.Gzip("1,2\n3,4\n")
	method := unpack.Of([]byte(packed))
	in, err := method.Reader(strings.NewReader(packed), int64(len(packed)))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer in.Close()
	text, err := io.ReadAll(in)
	fmt.Printf("%s of %s: %q %v\n", method.Name, unpack.TrimName("walk.csv.GZ"), text, err)
	// Output: gzip of walk.csv: "1,2\n3,4\n" <nil>
}

// read unpacks all of a file and counts its bytes.
func read(packed string) (int64, error) {
	method := unpack.Of([]byte(packed))
	if method == nil {
		return 0, nil
	}
	in, err := method.Reader(strings.NewReader(packed), int64(len(packed)))
	if err != nil {
		return 0, err
	}
	defer in.Close()
	return io.Copy(io.Discard, in)
}

// TestDamage cuts packed files and changes each of their bytes.
func TestDamage(t *testing.T) {
	text := strings.Repeat("0.25,1.5\n", 200)
	for _, packed := range []string{sample.Gzip(text), sample.Zstd(text)} {
		if n, err := read(packed); n != int64(len(text)) || err != nil {
			t.Fatalf("%d bytes, %v", n, err)
		}
		if n, err := read(packed + packed); n != 2*int64(len(text)) || err != nil {
			t.Errorf("two packed files one after the other: %d bytes, %v", n, err)
		}
		for i := range len(packed) {
			if i >= unpack.MagicSize {
				if _, err := read(packed[:i]); err == nil || !strings.Contains(err.Error(), "cut off") && !strings.Contains(err.Error(), "damaged") {
					t.Fatalf("cut at byte %d of %d: %v", i, len(packed), err)
				}
			}
			b := []byte(packed)
			b[i] ^= 0x55
			read(string(b))
		}
	}
}

// TestBomb unpacks a small file of many zeros, which are read in pieces.
func TestBomb(t *testing.T) {
	for _, pack := range []func(string) string{sample.Gzip, sample.Zstd} {
		bomb := strings.Repeat(pack(string(make([]byte, 4<<20))), 65)
		n, err := read(bomb)
		if err == nil || !strings.Contains(err.Error(), "unpack to more than 0.25 GiB") || n > unpack.Limit(int64(len(bomb))) {
			t.Errorf("%d of %d bytes, %v", n, unpack.Limit(int64(len(bomb))), err)
		}
	}
}

func FuzzReader(f *testing.F) {
	for _, text := range []string{"", "1,2\n3,4\n", strings.Repeat("0", 5000)} {
		f.Add([]byte(sample.Gzip(text)))
		f.Add([]byte(sample.Zstd(text)))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		method := unpack.Of(b)
		if method == nil {
			return
		}
		in, err := method.Reader(bytes.NewReader(b), int64(len(b)))
		if err != nil {
			return
		}
		defer in.Close()
		if n, err := io.Copy(io.Discard, io.LimitReader(in, 64<<20)); n > unpack.Limit(int64(len(b))) || err != nil && err.Error() == "" {
			t.Fatalf("%d bytes, %v", n, err)
		}
	})
}
