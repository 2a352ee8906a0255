package main

import (
	"bytes"
	"encoding/binary"
	"io"
	"strings"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	parquetformat "github.com/parquet-go/parquet-go/format"
)

// Rows of Parquet files that expand far beyond their written size.
type (
	packedRow struct {
		A float64 `parquet:"a,zstd"`
		B float64 `parquet:"b,gzip"`
		C int64   `parquet:"c,snappy"`
		D int64   `parquet:"d,delta"`
	}
	countedRow struct {
		A int64  `parquet:"a,dict"`
		B *int64 `parquet:"b,optional"`
	}
	textRow struct {
		A float64 `parquet:"a"`
		T string  `parquet:"t,dict,zstd"`
	}
	listRow struct {
		A float64 `parquet:"a"`
		L []int64 `parquet:"l,list"`
	}
)

// parquetBombs returns files of one value many times, and files that claim more
// than they contain.
func parquetBombs(n int64) []bomb {
	data := []string{"data", "FILE"}
	rows := 20_000_000 / n
	long := strings.Repeat("x", 1000)
	return []bomb{
		{"packed.parquet", parquetOf(rows, packedRow{1, 2, 3, 4}, nil), data, 0, 4 * rows},
		{"counted.parquet", parquetOf(rows, countedRow{A: 1}, nil), data, 0, 2 * rows},
		{"texts.parquet", parquetOf(2_000_000/n, textRow{1, long}, nil), data, 0, 4 * 2_000_000 / n},
		{"lists.parquet", parquetOf(2000/n, listRow{1, make([]int64, 100_000)}, nil), data, 0, 0},
		{"rows.parquet", parquetOf(1000, packedRow{}, func(m *parquetformat.FileMetaData) {
			m.NumRows, m.RowGroups[0].NumRows = 1e12, 1e12
			for i := range m.RowGroups[0].Columns {
				m.RowGroups[0].Columns[i].MetaData.NumValues = 1e12
			}
		}), data, 0, 0},
		{"sizes.parquet", parquetOf(1000, packedRow{}, func(m *parquetformat.FileMetaData) {
			for i := range m.RowGroups[0].Columns {
				c := &m.RowGroups[0].Columns[i].MetaData
				c.TotalUncompressedSize, c.TotalCompressedSize = 1<<40, 1<<40
			}
		}), data, 0, 0},
	}
}

// parquetOf writes a Parquet file of one row many times, with changed metadata.
func parquetOf[T any](times int64, row T, change func(*parquetformat.FileMetaData)) func(io.Writer) {
	return func(out io.Writer) {
		var b bytes.Buffer
		w := parquet.NewGenericWriter[T](&b, parquet.Compression(&parquet.Zstd))
		block := make([]T, 1000)
		for i := range block {
			block[i] = row
		}
		for left := times; left > 0; left -= int64(len(block)) {
			if _, err := w.Write(block[:min(left, int64(len(block)))]); err != nil {
				panic(err)
			}
		}
		if err := w.Close(); err != nil {
			panic(err)
		}
		text := b.Bytes()
		if change != nil {
			f, err := parquet.OpenFile(bytes.NewReader(text), int64(len(text)))
			if err != nil {
				panic(err)
			}
			m := f.Metadata()
			change(m)
			footer, err := thrift.Marshal(new(thrift.CompactProtocol), m)
			if err != nil {
				panic(err)
			}
			body := len(text) - 8 - int(binary.LittleEndian.Uint32(text[len(text)-8:]))
			text = append(binary.LittleEndian.AppendUint32(append(text[:body:body], footer...), uint32(len(footer))), "PAR1"...)
		}
		out.Write(text)
	}
}
