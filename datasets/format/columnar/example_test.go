package columnar_test

import (
	"bytes"
	"fmt"

	"github.com/parquet-go/parquet-go"

	"example.com/sfatui/datasets/format/columnar"
	"example.com/sfatui/datasets/internal/check"
)

// Columns of numbers are inputs, regardless of their type; a column of lists is
// not.
func ExampleParquet() {
	type row struct {
		X     float32 `parquet:"x"`
		On    bool    `parquet:"on"`
		Lists []int64 `parquet:"lists,list"`
	}
	var file bytes.Buffer
	if err := parquet.Write(&file, []row{{1.5, true, []int64{1}}, {2.5, false, nil}}); err != nil {
		fmt.Println(err)
		return
	}
	check.Print(&columnar.Parquet, file.String())
	// Output:
	// inputs [x on]
	// file.parquet [1.5 1 2.5 0]
	// file.parquet: columns of lists or of unsupported types left out: lists; write them as numbers or texts to use them
}
