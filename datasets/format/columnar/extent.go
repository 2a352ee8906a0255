package columnar

import (
	"context"
	"fmt"
	"io"

	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/message"
	"github.com/parquet-go/parquet-go"
)

// extent returns the numbers of rows and columns of a file from its metadata.
func extent(_ context.Context, _ format.File, r io.ReaderAt, size int64) (e format.Extent, err error) {
	p, err := openParquet(r, size)
	if err != nil {
		return e, err
	}
	e.Rows = int(p.NumRows())
	for _, c := range p.Root().Columns() {
		e.Columns++
		if c.Leaf() && c.Type().Kind() == parquet.ByteArray {
			e.Texts++
		}
	}
	return e, nil
}

// openParquet reads the metadata of a file of size bytes. The library checks
// many sizes in a file, but panics on some.
func openParquet(r io.ReaderAt, size int64) (p *parquet.File, err error) {
	defer func() {
		if recover() != nil {
			p, err = nil, errParquetCut
		}
	}()
	defer format.SilenceLog()()
	if err := checkFooter(r, size); err != nil {
		return nil, err
	}
	if p, err = parquet.OpenFile(r, size, parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true)); err != nil {
		return nil, fmt.Errorf("the metadata cannot be read (%s): %w", message.Clean(err.Error()), errParquetCut)
	}
	return p, nil
}
