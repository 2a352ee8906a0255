package message_test

import (
	"fmt"
	"slices"
	"testing"

	"example.com/sfatui/datasets/message"
)

func Example_suggest() {
	flags := []string{"sigma", "seed", "segment", "select", "select-sigma"}
	fmt.Println(message.Nearest("sgima", flags))
	fmt.Println(message.Question("selec", flags, func(f string) string { return "--" + f }))
	// Output:
	// [sigma]
	// did you mean --select, --select-sigma or --seed?
}

func TestNearest(t *testing.T) {
	for _, c := range []struct {
		word  string
		names []string
		want  []string
	}{
		{"sigm", []string{"sigma", "seed"}, []string{"sigma"}},
		{"Lable", []string{"label", "lambda"}, []string{"label"}},
		{"lambda2", []string{"label", "lambda"}, []string{"lambda"}},
		{"gra", []string{"a", "graph", "graph-knn", "grid", "gram"}, []string{"gram", "graph", "graph-knn"}},
		{"x", []string{"y", "xs"}, nil},
		{"", []string{"y"}, nil},
		{"ab", []string{"cd", "ba", "abx"}, []string{"ba", "abx"}},
		{"qqqqq", []string{"sigma"}, nil},
		{"sigam", []string{"sigma", "sigma"}, []string{"sigma"}},
		{"a\x1b[2J", []string{"a\x1b[2Jb"}, []string{"a\x1b[2Jb"}},
	} {
		if got := message.Nearest(c.word, c.names); !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, want %q", c.word, got, c.want)
		}
	}
	if got := message.Question("a\x1b[2J", []string{"a\x1b[2Jb"}, nil); got != "did you mean ab?" {
		t.Errorf("%q", got)
	}
}
