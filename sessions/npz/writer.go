package npz

import (
	"archive/zip"
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"time"
	"unicode/utf8"

	"example.com/sfatui/datasets/npy"
	"gonum.org/v1/gonum/mat"
)

// Writer writes arrays one after the other. After an error it writes nothing
// more, and Close returns the error. Names are those that numpy.load uses, each
// once.
type Writer struct {
	zip  *zip.Writer
	out  *bufio.Writer
	seen map[string]bool
	err  error
}

// NewWriter starts an archive on w, which is written sequentially.
func NewWriter(w io.Writer) *Writer {
	return &Writer{zip: zip.NewWriter(w), out: bufio.NewWriterSize(nil, 64<<10), seen: map[string]bool{}}
}

// Close ends the archive without closing the underlying writer. It returns the
// first error of writing an array.
func (w *Writer) Close() error {
	if w.err != nil {
		return w.err
	}
	return w.zip.Close()
}

// Matrix writes an n×d array of float64, row by row.
func (w *Writer) Matrix(name string, x mat.Matrix) {
	n, d := x.Dims()
	w.array(name, "<f8", []int{n, d}, func(out *bufio.Writer) {
		for i := range n {
			for j := range d {
				putWord(out, math.Float64bits(x.At(i, j)))
			}
		}
	})
}

// Floats writes an array of float64 of one dimension.
func (w *Writer) Floats(name string, x []float64) {
	w.array(name, "<f8", []int{len(x)}, func(out *bufio.Writer) {
		for _, v := range x {
			putWord(out, math.Float64bits(v))
		}
	})
}

// Number writes a float64 as an array without dimensions.
func (w *Writer) Number(name string, x float64) {
	w.array(name, "<f8", nil, func(out *bufio.Writer) { putWord(out, math.Float64bits(x)) })
}

// IntMatrix writes an n×d array of int64, whose rows are all of length d.
func (w *Writer) IntMatrix(name string, x [][]int, d int) {
	w.array(name, "<i8", []int{len(x), d}, func(out *bufio.Writer) {
		for _, row := range x {
			for _, v := range row {
				putWord(out, uint64(v))
			}
		}
	})
}

// Ints writes an array of int64 of one dimension.
func (w *Writer) Ints(name string, x []int) {
	w.array(name, "<i8", []int{len(x)}, func(out *bufio.Writer) {
		for _, v := range x {
			putWord(out, uint64(v))
		}
	})
}

// Texts writes an array of texts of one dimension, as wide as the longest.
// NumPy drops zero characters at the end of a text.
func (w *Writer) Texts(name string, x []string) {
	w.texts(name, []int{len(x)}, x)
}

// Text writes a text as an array without dimensions: numpy.load(f)[name].item()
// is the text.
func (w *Writer) Text(name, text string) {
	w.texts(name, nil, []string{text})
}

// texts writes texts in UTF-32, padded with zeros.
func (w *Writer) texts(name string, dims []int, x []string) {
	longest := 1 // NumPy has no texts of width 0
	for _, s := range x {
		longest = max(longest, utf8.RuneCountInString(s))
	}
	w.array(name, fmt.Sprintf("<U%d", longest), dims, func(out *bufio.Writer) {
		for _, s := range x {
			left := longest
			for _, r := range s {
				putRune(out, r)
				left--
			}
			for range left {
				putRune(out, 0)
			}
		}
	})
}

// array writes the header of an array, and its elements with put. out keeps
// errors until it is flushed.
func (w *Writer) array(name, elements string, dims []int, put func(out *bufio.Writer)) {
	if w.seen[name] {
		panic("npz: array " + name + " is written twice")
	}
	w.seen[name] = true
	if w.err != nil {
		return
	}
	// The time is the earliest that a ZIP file can hold, as NumPy writes it.
	// The members are stored, because the digits of features do not compress.
	to, err := w.zip.CreateHeader(&zip.FileHeader{Name: name + ".npy", Method: zip.Store, Modified: time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)})
	if err != nil {
		w.err = err
		return
	}
	w.out.Reset(to)
	w.out.Write(npy.Append(nil, elements, dims...))
	put(w.out)
	w.err = w.out.Flush()
}

func putWord(out *bufio.Writer, word uint64) {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], word)
	out.Write(b[:])
}

func putRune(out *bufio.Writer, r rune) {
	var b [4]byte
	binary.LittleEndian.PutUint32(b[:], uint32(r))
	out.Write(b[:])
}
