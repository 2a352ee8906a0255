package message_test

import (
	"errors"
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
		{"--plain", []string{"--p", "--plans"}, []string{"--plans"}},
		{"--fold", []string{"--folds", "--p"}, []string{"--folds"}},
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

// Unknown names are listed in one error, up to four of them, and each is corrected.
func TestUnknown(t *testing.T) {
	var errs []error
	for _, word := range []string{"alpah", "bta", "gama", "deltta", "epsilom"} {
		errs = append(errs, message.Mistaken(fmt.Errorf("no %s; %s", word, message.Or(word, greek, "none")), word, greek))
	}
	err := message.Unknown(errs)
	const want = "no alpah; did you mean alpha? no bta; did you mean beta? no gama; did you mean gamma? no deltta; did you mean delta? in all 5 names are unknown"
	if err.Error() != want {
		t.Errorf("%q, want %q", err, want)
	}
	var meant []string
	for _, m := range message.Mistakes(err) {
		meant = append(meant, m.Meant)
	}
	if !slices.Equal(meant, greek) {
		t.Errorf("meant %v", meant)
	}
	if m := message.Mistakes(message.Unknown(append(errs, errors.New("no zzz")))); m != nil {
		t.Errorf("%v correct an error with a name like none", m)
	}
	if message.Unknown(nil) != nil || message.Unknown(errs[:1]) != errs[0] || len(message.Mistakes(errs[0])) != 1 {
		t.Error("Unknown changes no error, or a single one")
	}
}

var greek = []string{"alpha", "beta", "gamma", "delta", "epsilon"}
