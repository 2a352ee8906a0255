package columnar

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"slices"
	"strings"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/format/elements"
	"example.com/sfatui/datasets/message"
	"github.com/parquet-go/parquet-go"
	parquetformat "github.com/parquet-go/parquet-go/format"
)

// Parquet reads tables of Apache Parquet.
var Parquet = format.Format{Name: "a Parquet file", Kind: data.Table, Family: "tables", Shown: ".parquet", Columns: true, Read: readParquet,
	Extensions: []string{".parquet", ".pq"}, Magic: []string{"PAR1"}, Extent: extent}

// readParquet reads the columns of a Parquet file with one value per row as
// those of a table.
func readParquet(ctx context.Context, src *format.Source, to *format.Sink) error {
	fr, times, err := decodeParquet(ctx, to, src, src.Len())
	if err != nil {
		return src.Fail(err)
	}
	fr.Path = src.Shown()
	noteOthers(to, src.Base(), fr.Unread, times)
	return to.Frame(ctx, fr, src.File)
}

// noteOthers adds a note on the columns that are not read, such as further times, unless
// an option leaves them out.
func noteOthers(to *format.Sink, base string, unread, times []string) {
	var others, further []string
	for _, name := range unread {
		if slices.Contains(times, name) {
			further = append(further, name)
		} else if !to.Columns.Drops(name) {
			others = append(others, name)
		}
	}
	if others != nil {
		to.Note("%s: columns of lists or of unsupported types left out: %s; write them as numbers or texts to use them", base, message.List(others))
	}
	to.NoteTimes(base, further)
}

// parquetColumn is a column and the conversion of its values.
type parquetColumn struct {
	*parquet.Column
	text  bool
	time  bool
	scale float64 // factor of numbers
	// unsigned reports that integers are unsigned.
	unsigned bool
	// float16 reports that two bytes are a float16, bigEndian that bytes are a
	// big-endian integer.
	float16, bigEndian bool
	empty              int // pages without values, at most
}

// decodeParquet decodes a file of size bytes. It names those of the columns that are not read
// that are times.
func decodeParquet(ctx context.Context, to *format.Sink, r io.ReaderAt, size int64) (fr *format.Frame, times []string, err error) {
	// The library checks many sizes in a file, but panics on some.
	defer func() {
		if recover() != nil {
			fr, times, err = nil, nil, errParquetCut
		}
	}()
	defer format.SilenceLog()()
	pages := &mendedPages{r, map[int64]byte{}}
	p, err := openParquet(pages, size)
	if err != nil {
		return nil, nil, err
	}
	rows := p.NumRows()
	columns := p.Root().Columns()
	if rows <= 0 || len(columns) > data.MaxInputs {
		return nil, nil, fmt.Errorf("it has %d rows of %d columns: there is nothing to read, or it is damaged", rows, len(columns))
	}
	fr = &format.Frame{Rows: int(rows), Strict: true}
	var read []parquetColumn
	halves := halfColumns(p)
	clock := clockOf(columns, message.Clean(to.Columns.Of[format.Time]))
	for _, c := range columns {
		column, ok := addColumn(fr, c, halves[c.Name()], clock)
		switch {
		case ok:
			read = append(read, column)
			continue
		case column.time:
			times = append(times, cleanName(c))
		}
		fr.Unread = append(fr.Unread, cleanName(c))
	}
	if len(fr.Names) == 0 {
		return nil, nil, errors.New("no column holds numbers: there are no inputs")
	}
	if err := holdColumns(to, fr.Rows, read, size); err != nil {
		return nil, nil, err
	}
	if err := to.Hold(fr.Rows, "the file"); err != nil {
		return nil, nil, err
	}
	if err := fill(fr, ctx, to, pages, p, read); err != nil {
		return nil, nil, err
	}
	return fr, times, format.CheckNames(fr.Names, 0)
}

// cleanName returns the name by which a column is known.
func cleanName(c *parquet.Column) string { return strings.TrimSpace(message.Clean(c.Name())) }

// clockOf returns the requested column of times, else the first one; nil for none.
func clockOf(columns []*parquet.Column, asked string) (clock *parquet.Column) {
	for _, c := range columns {
		if column, _ := typeOf(c, false); column.time && (clock == nil || cleanName(c) == asked) {
			clock = c
		}
	}
	return clock
}

// halfColumns returns the names of the float16 columns, whose type the library
// drops.
func halfColumns(p *parquet.File) map[string]bool {
	names := map[string]bool{}
	for _, e := range p.Metadata().Schema {
		if _, ok := e.LogicalType.Value.(*parquetformat.Float16Type); ok {
			names[e.Name] = true
		}
	}
	return names
}

// holdColumns returns an error for rows that are implausible for the file's
// size, or whose texts and times exceed the memory.
func holdColumns(to *format.Sink, rows int, columns []parquetColumn, size int64) error {
	all, beside := 0, 0
	var names []string
	for _, c := range columns {
		each := 8
		switch {
		case c.text:
			each = format.TextBytes
		case c.time:
			each = format.TimeBytes
		}
		if all += each; c.extraColumns() == 1 {
			beside += each
			names = append(names, message.Clean(c.Name()))
		}
	}
	if err := to.CheckExpansion(rows, all, size); err != nil {
		return err
	}
	return to.HoldBeside(rows, beside, names)
}

// typeOf returns a column with the type of its values; false if it is not read.
func typeOf(c *parquet.Column, half bool) (parquetColumn, bool) {
	column := parquetColumn{Column: c, scale: 1, float16: half}
	if !c.Leaf() || c.Repeated() {
		return column, false
	}
	switch c.Type().Kind() {
	case parquet.ByteArray:
		column.text = true
	case parquet.Int96:
		column.time = true
	}
	if logical := c.Type().LogicalType(); logical != nil {
		switch t := logical.Value.(type) {
		case *parquetformat.DecimalType:
			kind := c.Type().Kind()
			column.text, column.bigEndian = false, kind == parquet.ByteArray || kind == parquet.FixedLenByteArray
			column.scale = math.Pow10(-int(t.Scale))
		case *parquetformat.TimestampType:
			column.time, column.scale = true, t.Unit.Value.Duration().Seconds()
		case *parquetformat.TimeType:
			column.time, column.scale = true, t.Unit.Value.Duration().Seconds()
		case *parquetformat.DateType:
			column.time, column.scale = true, 86400
		case *parquetformat.IntType:
			column.unsigned = !t.IsSigned
		case *parquetformat.BsonType:
			return column, false
		}
	}
	return column, c.Type().Kind() != parquet.FixedLenByteArray || column.float16 || column.bigEndian
}

// addColumn adds a column to a frame, as its clock that one; false where it is not one to read.
func addColumn(fr *format.Frame, c *parquet.Column, half bool, clock *parquet.Column) (parquetColumn, bool) {
	column, ok := typeOf(c, half)
	name := cleanName(c)
	switch {
	case !ok || column.time && c != clock:
		return column, false
	case column.text:
		fr.Further = append(fr.Further, format.Column{Name: name, Texts: []string{}})
	case column.time:
		fr.Clock = &format.Clock{Column: name}
	default:
		fr.Long = fr.Long || c.Type().Kind() == parquet.Int64 && column.scale == 1
		fr.Names = append(fr.Names, name)
	}
	return column, true
}

// parquetFill fills a frame column by column.
type parquetFill struct {
	*format.Frame
	ctx          context.Context
	to           *format.Sink
	number, text int               // numbers of columns read so far
	first        []float64         // the first numeric column, until all columns have memory
	intern       map[string]string // of a column's texts
}

// fill reads the columns. The first numeric column is read into growing memory;
// when it has proved the number of rows, memory for all is allocated.
func fill(fr *format.Frame, ctx context.Context, to *format.Sink, r *mendedPages, p *parquet.File, columns []parquetColumn) error {
	fill := &parquetFill{ctx: ctx, Frame: fr, to: to}
	// numeric columns come first: memory for texts is not allocated by sizes in
	// the file
	slices.SortStableFunc(columns, func(a, b parquetColumn) int { return cmp.Compare(a.extraColumns(), b.extraColumns()) })
	for _, c := range columns {
		var err error
		if c.empty, err = checkPages(r, p.Size(), p, c.Index()); err != nil {
			return fmt.Errorf("column %s: %w", message.Clean(c.Name()), err)
		}
		rows, err := fill.column(c)
		if err != nil {
			return fmt.Errorf("column %s: %w", message.Clean(c.Name()), err)
		}
		if rows != fr.Rows {
			return fmt.Errorf("column %s has %d values for %d rows: %w", message.Clean(c.Name()), rows, fr.Rows, errParquetCut)
		}
		if fill.first != nil {
			if err := fill.makeRoom(); err != nil {
				return err
			}
		}
	}
	return nil
}

// extraColumns returns 1 for a column that is held in memory in addition to the
// numbers, else 0.
func (c *parquetColumn) extraColumns() int {
	if c.text || c.time {
		return 1
	}
	return 0
}

// column reads a column and returns its number of rows.
func (f *parquetFill) column(c parquetColumn) (rows int, err error) {
	d := len(f.Names)
	switch {
	case c.text:
		f.intern = map[string]string{}
		b := &f.Further[f.text]
		f.text++
		b.Texts = make([]string, 0, f.Rows)
		return c.each(f.ctx, f.Rows, func(_ int, v parquet.Value) error {
			b.Texts = append(b.Texts, f.textOf(v))
			return nil
		})
	case c.time:
		return c.each(f.ctx, f.Rows, func(_ int, v parquet.Value) error { f.Clock.Add(c.number(v)); return nil })
	case f.number == 0:
		f.number++
		return c.each(f.ctx, f.Rows, func(_ int, v parquet.Value) error {
			var err error
			f.first, err = f.to.Store.Grow(f.first, 1)
			f.first = append(f.first, c.number(v))
			return err
		})
	}
	at := f.number
	f.number++
	return c.each(f.ctx, f.Rows, func(row int, v parquet.Value) error { f.X[row*d+at] = c.number(v); return nil })
}

// textOf returns a value as text, sharing equal texts.
func (f *parquetFill) textOf(v parquet.Value) string {
	if v.IsNull() {
		return ""
	}
	raw := v.ByteArray()
	if s, ok := f.intern[string(raw)]; ok {
		return s
	}
	key := string(raw)
	f.intern[key] = message.Clean(key)
	return f.intern[key]
}

// makeRoom allocates memory for all numeric columns, and copies the first into
// it.
func (f *parquetFill) makeRoom() error {
	d, first := len(f.Names), f.first
	f.first = nil
	if d == 1 {
		f.X = first
		return nil
	}
	err := f.to.Hold(f.Rows*(d-1), "the file")
	if err != nil {
		return err
	}
	if f.X, err = f.to.Store.Floats(f.Rows * d); err != nil {
		return err
	}
	for row, v := range first {
		f.X[row*d] = v
	}
	f.to.Store.Drop(first)
	return nil
}

// each calls add with all values of the column and their rows, at most most,
// and returns their number.
func (c *parquetColumn) each(ctx context.Context, most int, add func(row int, v parquet.Value) error) (n int, err error) {
	pages := c.Pages()
	defer pages.Close()
	buf := make([]parquet.Value, 4096)
	for {
		if err := ctx.Err(); err != nil {
			return n, err
		}
		page, err := c.readPage(pages)
		switch {
		case err == io.EOF:
			return n, nil
		case err != nil:
			return n, pageError(err)
		case page == nil:
			continue
		}
		n, err = eachValue(ctx, page, buf, n, most, add)
		parquet.Release(page)
		if err != nil {
			return n, err
		}
	}
}

// readPage reads the next page, nil for one without values, on which the library panics.
func (c *parquetColumn) readPage(pages parquet.Pages) (page parquet.Page, err error) {
	defer func() {
		if c.empty == 0 {
			return
		}
		if recover() != nil {
			c.empty--
			page, err = nil, nil
		}
	}()
	return pages.ReadPage()
}

// pageError distinguishes an unsupported codec from a damaged page.
func pageError(err error) error {
	text := message.Clean(err.Error())
	if strings.Contains(text, "unsupported compression codec") {
		return fmt.Errorf("its pages are compressed by an unsupported codec (%s): write the file again with another, such as "+
			`python3 -c "import pandas; pandas.read_parquet('OLD.parquet').to_parquet('NEW.parquet', compression='zstd')"`, text)
	}
	return fmt.Errorf("%s: %w", text, errParquetCut)
}

// eachValue calls add with the values of a page, from row n on, and returns the
// row after them.
func eachValue(ctx context.Context, page parquet.Page, buf []parquet.Value, n, most int, add func(int, parquet.Value) error) (int, error) {
	values := page.Values()
	for {
		k, err := values.ReadValues(buf)
		if n+k > most {
			return n, fmt.Errorf("there are more values than rows: %w", errParquetCut)
		}
		for _, v := range buf[:k] {
			if err := add(n, v); err != nil {
				return n, err
			}
			n++
		}
		switch {
		case err == io.EOF:
			return n, nil
		case err != nil:
			return n, fmt.Errorf("%s: %w", message.Clean(err.Error()), errParquetCut)
		case ctx.Err() != nil:
			return n, ctx.Err()
		}
	}
}

// number returns a value as a number; NaN for a missing one.
func (c *parquetColumn) number(v parquet.Value) float64 {
	if v.IsNull() {
		return math.NaN()
	}
	switch kind := v.Kind(); {
	case kind == parquet.Boolean:
		if v.Boolean() {
			return 1
		}
		return 0
	case kind == parquet.Int32 && c.unsigned:
		return float64(v.Uint32())
	case kind == parquet.Int64 && c.unsigned:
		return float64(v.Uint64())
	case kind == parquet.Int32:
		return float64(v.Int32()) * c.scale
	case kind == parquet.Int64:
		return float64(v.Int64()) * c.scale
	case kind == parquet.Int96: // nanoseconds of a Julian day
		t := v.Int96()
		return (float64(t[2])-2440588)*86400 + float64(uint64(t[1])<<32|uint64(t[0]))*1e-9
	case kind == parquet.Float:
		return float64(v.Float())
	case kind == parquet.Double:
		return v.Double()
	case c.float16 && len(v.ByteArray()) == 2:
		return elements.HalfFloat(binary.LittleEndian.Uint16(v.ByteArray()))
	case c.bigEndian:
		return wholeOf(v.ByteArray()) * c.scale
	}
	return math.NaN()
}

// wholeOf returns a big-endian integer in two's complement as a number.
func wholeOf(b []byte) float64 {
	n := new(big.Int).SetBytes(b)
	if len(b) > 0 && b[0] >= 0x80 {
		n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(8*len(b))))
	}
	x, _ := new(big.Float).SetInt(n).Float64()
	return x
}
