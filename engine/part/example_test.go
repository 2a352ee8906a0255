package part_test

import (
	"encoding/json"
	"fmt"

	"example.com/sfatui/engine/part"
)

// shape is a parameter, declared as a part does.
var shape = part.NewNumber(part.Axis{Name: "shape", Symbol: "ν", Doc: "smoothness", Default: "1", Must: part.Above0})

// ExamplePoint reads and sets points by the variables that declare parameters. A point is a value:
// setting a copy leaves the original unchanged, and points with equal parameters are equal.
func ExamplePoint() {
	var p part.Point
	q := p.With(shape.Is(2.5))
	fmt.Println(shape.X(p), shape.X(q), q.Label())
	fmt.Println(q == p.With(shape.Is(2.5)), q == p)
	b, err := json.Marshal(q)
	if err != nil {
		panic(err)
	}
	fmt.Println(string(b))
	// Output:
	// 0 2.5 shape=2.5
	// true false
	// {"shape":2.5,"fold":0,"seed":0}
}
