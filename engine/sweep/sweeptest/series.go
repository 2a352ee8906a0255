package sweeptest

import (
	"fmt"
	"math"

	"example.com/sfatui/datasets/data"
	"gonum.org/v1/gonum/mat"
)

// Series is a set whose samples are whole series of 8 to 11 frames: series k is
// sin((0.4 + 0.25(k mod classes))i + 0.2k), of class k mod classes. Those from number
// trained on are test data.
func Series(n, trained, classes int) *data.Set {
	set := &data.Set{Name: "series", Inputs: []string{"x"}, Series: true, X: mat.NewDense(n, data.SeriesWidth(11, 1), nil), Label: make([]int, n)}
	for c := range classes {
		set.Classes = append(set.Classes, fmt.Sprint("class ", c+1))
	}
	for k := range n {
		frames := mat.NewDense(8+k%4, 1, nil)
		for i := range 8 + k%4 {
			frames.Set(i, 0, math.Sin((0.4+0.25*float64(k%classes))*float64(i)+0.2*float64(k)))
		}
		data.PackSeries(set.X.RawRowView(k), frames)
		set.Label[k] = k % classes
		set.Segments = append(set.Segments, data.Segment{Name: fmt.Sprint("s", k), Start: k, End: k + 1, Held: k >= trained})
	}
	return set
}
