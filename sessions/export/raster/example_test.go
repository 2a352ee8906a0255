package raster_test

import (
	"fmt"

	"example.com/sfatui/sessions/export/raster"
	"example.com/sfatui/sessions/export/svg"
)

func ExampleDraw() {
	img, err := raster.Draw(svg.Heatmap{Title: "a map", Columns: []string{"1"}, Rows: []string{"2"}, Cells: [][]svg.Cell{{{Value: 3, Text: "3"}}}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(img.Bounds().Dx(), "pixels across")
	// Output: 1280 pixels across
}
