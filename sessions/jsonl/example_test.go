package jsonl_test

import (
	"fmt"
	"strings"

	"example.com/sfatui/sessions/jsonl"
)

func Example() {
	type reading struct {
		N       int     `json:"n"`
		Degrees float64 `json:"degrees"`
	}
	var file strings.Builder
	for i, degrees := range []float64{19.5, 20.25, 21} {
		line, err := jsonl.Encode("thermometer 4", reading{i + 1, degrees})
		if err != nil {
			fmt.Println(err)
		}
		file.Write(line)
	}
	fmt.Print(file.String())

	damaged := strings.Replace(file.String(), "20.25", "80.25", 1)
	jsonl.Each(strings.NewReader(damaged), func(l jsonl.Line) bool {
		objects, rest := jsonl.Split("thermometer 4", l.Text)
		what, lost := jsonl.Fault(l, objects, rest)
		fmt.Printf("%d objects %q %q\n", len(objects), what, lost)
		return true
	})
	// Output:
	// {"n":1,"degrees":19.5,"c":"166e2329"}
	// {"n":2,"degrees":20.25,"c":"f604e1c3"}
	// {"n":3,"degrees":21,"c":"c9e7225c"}
	// 1 objects "" ""
	// 0 objects "bad checksum" "the line"
	// 1 objects "" ""
}
