package columnar

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go"
)

// Limits of a Parquet file. The library allocates memory by sizes in the file,
// which are therefore checked before.
const (
	maxParquetFooter = 64 << 20 // bytes
	maxPageHeader    = 1 << 20  // bytes
	maxPage          = 1 << 28  // bytes, unpacked
	maxPageValues    = 1 << 26
	maxPacking       = 1 << 15 // unpacked bytes per packed byte (the best of zstd)
)

var errParquetCut = errors.New("the Parquet file was cut short or is damaged: copy it again")

// checkFooter returns an error for a file whose metadata claims more than it
// contains.
func checkFooter(r io.ReaderAt, size int64) error {
	var head, tail [8]byte
	if size < 12 {
		return errors.New("not a Parquet file: it is too short")
	}
	if _, err := r.ReadAt(head[:4], 0); err != nil {
		return err
	}
	if _, err := r.ReadAt(tail[:], size-8); err != nil {
		return err
	}
	switch {
	case string(head[:4]) == "PARE" || string(tail[4:]) == "PARE":
		return errors.New("the Parquet file is encrypted: write it without encryption")
	case string(head[:4]) != "PAR1":
		return errors.New("not a Parquet file: it does not begin with PAR1")
	case string(tail[4:]) != "PAR1":
		return errParquetCut
	}
	length := int64(binary.LittleEndian.Uint32(tail[:]))
	if length > size-12 || length > maxParquetFooter {
		return fmt.Errorf("the metadata claims %d bytes in a file of %d: %w", length, size, errParquetCut)
	}
	footer := make([]byte, length)
	if _, err := r.ReadAt(footer, size-8-length); err != nil {
		return err
	}
	w := &thriftWalk{b: footer}
	if err := w.structure(); err != nil {
		return fmt.Errorf("%w: %w", err, errParquetCut)
	}
	return nil
}

// mendedPages reads a file in which pages of only nulls are not marked as
// compressed: they have no bytes, which the library cannot unpack.
type mendedPages struct {
	io.ReaderAt
	plain map[int64]byte // by offset
}

// ReadAt reads bytes at an offset.
func (m *mendedPages) ReadAt(b []byte, off int64) (int, error) {
	n, err := m.ReaderAt.ReadAt(b, off)
	for at, c := range m.plain {
		if at >= off && at < off+int64(n) {
			b[at-off] = c
		}
	}
	return n, err
}

// Fields of the header of a version 2 page, within the page header.
var (
	definitionBytes = [2]int{8, 5}
	repetitionBytes = [2]int{8, 6}
	compressed      = [2]int{8, 7}
)

// mend records that the page at an offset is not compressed, if it has no bytes
// that could be. w is the walk of its header.
func (m *mendedPages) mend(at int64, w *thriftWalk) {
	place, said := w.set[compressed]
	if said && w.whole[[2]int{3}] == w.whole[definitionBytes]+w.whole[repetitionBytes] && place > 0 && w.b[place]&15 == thriftTrue {
		m.plain[at+int64(place)] = w.b[place]&0xf0 | thriftFalse
	}
}

// checkPages returns an error for a column with a page that claims more than it can hold,
// and counts the pages without values.
func checkPages(r *mendedPages, size int64, f *parquet.File, column int) (empty int, err error) {
	for _, group := range f.Metadata().RowGroups {
		if column >= len(group.Columns) {
			return 0, errParquetCut
		}
		meta := &group.Columns[column].MetaData
		at := meta.DataPageOffset
		if d := meta.DictionaryPageOffset; d > 0 && d < at {
			at = d
		}
		end := at + meta.TotalCompressedSize
		if at < 4 || end < at || end > size {
			return 0, fmt.Errorf("a column claims the bytes from %d to %d of a file of %d: %w", at, end, size, errParquetCut)
		}
		for at < end {
			length, values, err := checkPage(r, at, end, meta.NumValues)
			if err != nil {
				return 0, err
			}
			if at += length; values == 0 {
				empty++
			}
		}
	}
	return empty, nil
}

// checkPage checks the page at a byte of a column that ends at another, and
// returns its length with its header, and how many values it claims.
func checkPage(r *mendedPages, at, end, values int64) (length, claimed int64, err error) {
	var w *thriftWalk
	for window := int64(4 << 10); ; window *= 16 {
		b := make([]byte, min(window, end-at))
		if _, err := r.ReadAt(b, at); err != nil {
			return 0, 0, err
		}
		w = &thriftWalk{b: b, whole: map[[2]int]int64{}, set: map[[2]int]int{}}
		err := w.structure()
		if err == nil {
			break
		}
		if !errors.Is(err, errThriftShort) || window >= maxPageHeader || window >= end-at {
			return 0, 0, fmt.Errorf("the page at byte %d: %w: %w", at, err, errParquetCut)
		}
	}
	unpacked, packed := w.whole[[2]int{2}], w.whole[[2]int{3}]
	most := max(w.whole[[2]int{5, 1}], w.whole[[2]int{7, 1}], w.whole[[2]int{8, 1}])
	length = int64(w.at) + packed
	switch {
	case packed < 0 || length > end-at:
		return 0, 0, fmt.Errorf("the page at byte %d claims %d bytes, more than its column has: %w", at, packed, errParquetCut)
	case unpacked > maxPage || most > maxPageValues:
		return 0, 0, fmt.Errorf("the page at byte %d claims %d bytes, %d values; of at most %d bytes and %d values are read: write the file with smaller pages", at, unpacked, most, maxPage, maxPageValues)
	case unpacked < 0 || unpacked > (packed+16)*maxPacking:
		return 0, 0, fmt.Errorf("the page at byte %d claims to unpack from %d to %d bytes: %w", at, packed, unpacked, errParquetCut)
	case most > values:
		return 0, 0, fmt.Errorf("the page at byte %d claims %d values of a column of %d: %w", at, most, values, errParquetCut)
	}
	r.mend(at, w)
	return length, most, nil
}
