package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/sfatui/cmd/sfatui/cli"
)

// remedied is broken data with the flags that sfatui should propose for it, "" for none.
type remedied struct {
	name, header string
	row          func(i int) []string
	flags        []string
	want         string
	after        string // further lines of the file
}

// beside returns rows of two numbers and a text.
func beside(text func(i int) string) func(i int) []string {
	return func(i int) []string { return []string{swing(i, 7), swing(i, 3), text(i)} }
}

// now returns the text of row i: other in every n-th row, else text(i).
func now(n int, text func(i int) string, other string) func(i int) string {
	return func(i int) string {
		if i%n == 0 {
			return other
		}
		return text(i)
	}
}

// remediedTables returns tables with common mistakes in their cells or flags.
func remediedTables() []remedied {
	number := func(i int) string { return swing(i, 5) }
	cycled := func(words ...string) func(i int) string { return func(i int) string { return words[i%len(words)] } }
	return []remedied{
		{"prices", "aa,bb,price", beside(func(i int) string { return fmt.Sprintf("$%.2f", 1.5*float64(i)) }), nil, "--drop price", ""},
		{"degrees", "aa,bb,temp", beside(func(i int) string { return fmt.Sprintf("%d °C", 20+i%5) }), nil, "--drop temp", ""},
		{"fractions", "aa,bb,part", beside(func(i int) string { return fmt.Sprintf("%d/7", i) }), nil, "--drop part", ""},
		{"below the limit of detection", "aa,bb,no3", beside(now(6, number, "<0.5")), nil, "--missing-value '<0.5' --missing interpolate:3", ""},
		{"marked numbers", "aa,bb,cc", beside(func(i int) string { return swing(i, 5) + strings.Repeat("*", (i+8)%9/8) }), nil, "--drop cc", ""},
		{"a door", "aa,bb,door", beside(now(5, func(int) string { return "open" }, "closed")), nil, "--label door", ""},
		{"ordinals", "aa,bb,level", beside(cycled("1st", "2nd", "3rd")), nil, "--label level", ""},
		{"a cut last line", "aa,bb,cc", beside(number), nil, "--missing interpolate:3", "1.5,2.5,\n"},
		{"a line of means", "aa,bb,cc", beside(number), nil, "--missing-value Average --missing interpolate:3", "Average,0.5,0.5\n"},
		{"a word beside --missing split", "aa,bb,cc", beside(now(7, number, "offline")), []string{"--missing", "split"}, "--missing split --missing-value offline", ""},
		{"a step back that is refused", "tt,bb,cc", func(i int) []string { return []string{fmt.Sprint(i % 20), swing(i, 3), swing(i, 5)} },
			[]string{"--clock", "tt:s", "--gaps", "refuse"}, "--clock tt:s --gaps split", ""},
		{"a logarithm of one input", "aa,bb", func(i int) []string { return []string{swing(i, 7), fmt.Sprint(i + 1)} }, []string{"--log", "log"}, "--log signed", ""},
		{"phases of trials", "trial,aa,phase", func(i int) []string {
			return []string{fmt.Sprint("t", i/20), swing(i, 7), []string{"rise", "fall"}[i/5%2]}
		}, nil,
			"--label phase --segment trial", ""},
		{"sessions of subjects", "subject,session,aa", func(i int) []string { return []string{fmt.Sprint("s", i/30), fmt.Sprint("r", i/10%3), swing(i, 7)} }, nil,
			"--segment session --group subject", ""},
		{"two keys and a text", "date,country,product,shop,aa", func(i int) []string {
			return []string{fmt.Sprintf("2020-01-%02d", i/4+1), "c" + fmt.Sprint(i%2), "p" + fmt.Sprint(i/2%2), "only", swing(i/4+7*(i%4), 5)}
		}, nil, "--segment country --group product --drop shop", ""},
		{"letters of another case", "Alpha,Beta,cc", beside(number), []string{"--columns", "alpha,beta"}, "--columns Alpha,Beta", ""},
		// Where no flag helps, none is proposed.
		{"one row of a limit", "aa,bb,cc", beside(number), []string{"--limit", "1"}, "", ""},
		{"another key of windows", "aa,bb,cc", beside(number), []string{"--stft", "n=256,hop=128"}, "", ""},
		{"an unknown field", "aa,bb,rep", beside(func(i int) string { return fmt.Sprint(i / 20) }), []string{"--segment", "rep", "--where", "trial=1"}, "", ""},
		{"nothing left", "aa,bb,cc", beside(number), []string{"--drop", "aa,bb,cc"}, "", ""},
		{"a chosen column of text", "aa,bb,name", beside(func(i int) string { return fmt.Sprint("n", i) }), []string{"--columns", "aa,name"}, "", ""},
		{"no run of rows", "aa,bb,cc", beside(number), []string{"--missing", "interpolate:"}, "", ""},
		{"a rate of zero", "tt,bb,cc", func(i int) []string { return []string{fmt.Sprint(i), swing(i, 3), swing(i, 5)} }, []string{"--clock", "tt:s", "--resample", "0Hz"}, "", ""},
		{"a misspelt key of windows", "aa,bb,cc", beside(number), []string{"--embed", "l=5,epsilom=2"}, "", ""},
		{"segments with holes", "aa,bb,seg", beside(now(15, func(i int) string { return fmt.Sprint(i / 20) }, "")), []string{"--segment", "seg"}, "", ""},
		{"importances of words", "aa,bb,ww", beside(cycled("high", "low")), []string{"--importance", "ww"}, "", ""},
		{"a third part", "aa,bb,part", beside(func(i int) string { return []string{"train", "test", "holdout"}[i/20] }), []string{"--split-column", "part"}, "", ""},
		{"another word of normalise", "aa,bb,cc", beside(number), []string{"--normalise", "standardise"}, "", ""},
		{"another word of unit", "aa,bb,cc", beside(number), []string{"--unit", "segments"}, "", ""},
	}
}

// The flags that are proposed for broken data are those of this table, and the data opens with them.
func TestRemediesOfBrokenTables(t *testing.T) {
	for _, c := range remediedTables() {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "t.csv")
			if err := os.WriteFile(path, []byte(rowsOf(",", c.header, c.row)+c.after), 0o600); err != nil {
				t.Fatal(err)
			}
			code, _, stderr := executed(t, append([]string{"data", path}, c.flags...)...)
			_, try, _ := strings.Cut(stderr, "\ntry: ")
			try = strings.TrimSpace(try)
			want := ""
			if c.want != "" {
				want = "sfatui data " + path + " " + c.want
			}
			if code == cli.CodeDone || try != want {
				t.Fatalf("exits with %d:\n%swant %s", code, stderr, want)
			}
			if want == "" {
				return
			}
			if again, _, after := executed(t, shellWords(try)[1:]...); again != cli.CodeDone {
				t.Errorf("%s ends with\n%s", try, after)
			}
		})
	}
}
