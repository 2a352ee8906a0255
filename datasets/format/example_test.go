package format_test

import (
	"context"
	"fmt"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/format"
)

// A name outweighs the beginning of a file.
func ExampleList_Match() {
	known := format.List{
		{Name: "a WAV file", Extensions: []string{".wav"}, Magic: []string{"RIFF"}},
		{Name: "a table", Extensions: []string{".csv"}},
	}
	fmt.Println(known.Match("word.WAV", nil).Name)
	fmt.Println(known.Match("word", []byte("RIFF$")).Name)
	fmt.Println(known.Match("word.csv", []byte("RIFF$")).Name)
	fmt.Println(known.Match("word", []byte("1,2")) == nil)
	// Output:
	// a WAV file
	// a WAV file
	// a table
	// true
}

// A format passes an array and further columns to the sink, which assigns the
// columns to the roles that the user, or else the format, names.
func ExampleSink_Frame() {
	to := &format.Sink{Raw: &data.Raw{}, Columns: format.Columns{Drop: []string{"noise"}}}
	to.Columns.Of[format.SegmentName] = "trial"
	err := to.Frame(context.Background(), &format.Frame{
		Path: "walk.bin", Names: []string{"x", "noise", "y"}, Rows: 3,
		X:       []float64{1, 0, 2, 3, 0, 4, 5, 0, 6},
		Further: []format.Column{{Name: "trial", Texts: []string{"a", "a", "b"}}, {Name: "gait", Texts: []string{"walk", "run", "run"}}},
		Own:     map[format.Role]string{format.Label: "gait"},
	}, format.File{Path: "walk.bin"})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(to.Inputs)
	for _, r := range to.Recordings {
		fmt.Println(r.Name, r.X, r.Labels)
	}
	// Output:
	// [x y]
	// a [1 2 3 4] [walk run]
	// b [5 6] [run]
}
