package columnar_test

import (
	"testing"

	"example.com/sfatui/datasets/format/columnar"
	"example.com/sfatui/datasets/internal/check"
	"example.com/sfatui/datasets/internal/sample"
)

func FuzzParquet(f *testing.F) {
	f.Add([]byte(sample.Parquet(f, sample.ParquetRows(3))))
	f.Add([]byte("PAR1\x19\xfc\xff\xff\xff\xff\x07\x07\x00\x00\x00PAR1"))
	folder := f.TempDir()
	f.Fuzz(func(t *testing.T, b []byte) { check.Read(t, &columnar.Parquet, folder, b) })
}
