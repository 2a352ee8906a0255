package datasets

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/parquet-go/parquet-go"
	parquetformat "github.com/parquet-go/parquet-go/format"
)

// readParquet reads the columns of a Parquet file that have a value a row, as
// those of a table.
func (j *job) readParquet(f file, m *material) error {
	s, err := j.open(f.path)
	if err != nil {
		return err
	}
	defer s.close()
	fr, others, err := decodeParquet(j, s, s.size)
	if err != nil {
		return s.fail(err)
	}
	source, err := s.finish()
	if err != nil {
		return err
	}
	fr.path = s.path
	if others != nil {
		m.note("%s: columns of lists or of types that are not read left out: %s", f.base(), enumerate(others))
	}
	if err := j.take(fr, f, m); err != nil {
		return err
	}
	m.sources = append(m.sources, source)
	return nil
}

// parquetColumn is a column and how its values are taken.
type parquetColumn struct {
	*parquet.Column
	text  bool
	time  bool
	scale float64 // what a number is multiplied by
	// unsigned says that a whole number is never below 0.
	unsigned bool
}

// decodeParquet decodes a file of size bytes and names the columns that are
// not read.
func decodeParquet(j *job, r io.ReaderAt, size int64) (fr *frame, others []string, err error) {
	// The library checks much of what a file claims, but panics on some.
	defer func() {
		if recover() != nil {
			fr, others, err = nil, nil, errParquetCut
		}
	}()
	defer hushLog()()
	if err := checkFooter(r, size); err != nil {
		return nil, nil, err
	}
	p, err := parquet.OpenFile(r, size, parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true))
	if err != nil {
		return nil, nil, fmt.Errorf("the metadata cannot be read (%s): %w", Clean(err.Error()), errParquetCut)
	}
	rows := p.NumRows()
	columns := p.Root().Columns()
	if rows <= 0 || len(columns) > maxColumns {
		return nil, nil, fmt.Errorf("it has %d rows of %d columns: there is nothing to read, or it is damaged", rows, len(columns))
	}
	fr = &frame{rows: int(rows), strict: true}
	var read []parquetColumn
	for _, c := range columns {
		if column, ok := fr.addParquet(c); ok {
			read = append(read, column)
		} else {
			others = append(others, Clean(c.Name()))
		}
	}
	if len(fr.names) == 0 {
		return nil, nil, errors.New("no column holds numbers: there are no inputs")
	}
	if err := j.hold(fr.rows, "the file"); err != nil {
		return nil, nil, err
	}
	if err := fr.fillParquet(j, r, p, read); err != nil {
		return nil, nil, err
	}
	return fr, others, checkNames(fr.names, 0)
}

// addParquet adds a column to a frame; false where it is not one to read.
func (fr *frame) addParquet(c *parquet.Column) (parquetColumn, bool) {
	column := parquetColumn{Column: c, scale: 1}
	if !c.Leaf() || c.Repeated() {
		return column, false
	}
	name := strings.TrimSpace(Clean(c.Name()))
	switch c.Type().Kind() {
	case parquet.ByteArray:
		column.text = true
	case parquet.Int96:
		column.time = true
	case parquet.FixedLenByteArray:
		return column, false
	}
	if logical := c.Type().LogicalType(); logical != nil {
		switch t := logical.Value.(type) {
		case *parquetformat.DecimalType:
			if column.text {
				return column, false
			}
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
	switch {
	case column.text:
		fr.beside = append(fr.beside, besideColumn{name: name, texts: []string{}})
	case column.time && fr.clock != nil:
		return column, false
	case column.time:
		fr.clock = &clock{column: name}
	default:
		fr.names = append(fr.names, name)
	}
	return column, true
}

// fillParquet reads the columns. Memory for all is taken when the first one
// has shown that the rows are there.
func (fr *frame) fillParquet(j *job, r io.ReaderAt, p *parquet.File, columns []parquetColumn) error {
	d := len(fr.names)
	number, text := 0, 0
	var first []float64
	for k, c := range columns {
		if err := checkPages(r, p.Size(), p, c.Index()); err != nil {
			return fmt.Errorf("column %s: %w", Clean(c.Name()), err)
		}
		if k == 1 {
			if err := j.hold(fr.rows*(d-1), "the file"); err != nil {
				return err
			}
			var err error
			if fr.x, err = j.spool.floats(fr.rows * d); err != nil {
				return err
			}
		}
		row := 0
		add := func(v parquet.Value) {
			switch {
			case c.text:
				s := ""
				if !v.IsNull() {
					s = Clean(string(v.ByteArray()))
				}
				fr.beside[text].texts = append(fr.beside[text].texts, s)
			case c.time:
				fr.clock.add(c.number(v))
			case k == 0:
				first = append(first, c.number(v))
			default:
				fr.x[row*d+number] = c.number(v)
			}
			row++
		}
		if err := c.each(j, fr.rows, add); err != nil {
			return fmt.Errorf("column %s: %w", Clean(c.Name()), err)
		}
		if row != fr.rows {
			return fmt.Errorf("column %s has %d values for %d rows: %w", Clean(c.Name()), row, fr.rows, errParquetCut)
		}
		switch {
		case c.text:
			text++
		case !c.time:
			number++
		}
	}
	if fr.x == nil {
		fr.x = first // the only column
	} else {
		for row, v := range first {
			fr.x[row*d] = v
		}
	}
	return nil
}

// each calls add with all values of the column, of which there may be most.
func (c *parquetColumn) each(j *job, most int, add func(parquet.Value)) error {
	pages := c.Pages()
	defer pages.Close()
	buf := make([]parquet.Value, 4096)
	n := 0
	for {
		if err := j.ctx.Err(); err != nil {
			return err
		}
		page, err := pages.ReadPage()
		if err == io.EOF {
			return nil
		} else if err != nil {
			return fmt.Errorf("%s: %w", Clean(err.Error()), errParquetCut)
		}
		values := page.Values()
		for err == nil {
			var k int
			k, err = values.ReadValues(buf)
			if n += k; n > most {
				parquet.Release(page)
				return fmt.Errorf("there are more values than rows: %w", errParquetCut)
			}
			for _, v := range buf[:k] {
				add(v)
			}
		}
		parquet.Release(page)
		if err != io.EOF {
			return fmt.Errorf("%s: %w", Clean(err.Error()), errParquetCut)
		}
	}
}

// number is a value as a number; NaN for a missing one.
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
	}
	return math.NaN()
}
