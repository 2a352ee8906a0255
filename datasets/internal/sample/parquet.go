package sample

import (
	"bytes"
	"math"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"
)

// parquetRow is a row of a table with columns of many types.
type parquetRow struct {
	Row   int64     `parquet:"row"`
	When  time.Time `parquet:"when,timestamp(microsecond)"`
	A     float64   `parquet:"a,zstd"`
	B     float32   `parquet:"b,snappy"`
	C     int32     `parquet:"c,delta"`
	D     uint32    `parquet:"d"`
	E     bool      `parquet:"e"`
	F     *float64  `parquet:"f,optional"`
	Word  string    `parquet:"word,dict"`
	Lists []int64   `parquet:"lists,list"`
}

// Parquet returns a Parquet file.
func Parquet[T any](t testing.TB, rows []T) string {
	t.Helper()
	var b bytes.Buffer
	w := parquet.NewGenericWriter[T](&b, parquet.PageBufferSize(256))
	if _, err := w.Write(rows); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func ParquetRows(n int) []parquetRow {
	rows := make([]parquetRow, n)
	for i := range rows {
		f := float64(i) / 2
		rows[i] = parquetRow{int64(i + 5), time.Date(2020, 1, 1, 0, 0, 10*i, 0, time.UTC), math.Sin(float64(i)), float32(i), int32(-i), math.MaxUint32 - uint32(i), i%2 == 1, &f,
			[]string{"u", "v"}[i/3%2], []int64{1, 2}}
	}
	return rows
}
