package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/sfatui/cmd/sfatui/cli"
)

// All misspelt names are corrected by one command, whatever flags name them, and it opens the data.
func TestSlipsAreCorrectedAtOnce(t *testing.T) {
	table := func(head string) string {
		return rowsOf(",", head, func(i int) []string {
			return []string{swing(i, 7), swing(i, 3), swing(i, 5), fmt.Sprint(i / 7 % 2), fmt.Sprint(i / 20), fmt.Sprint(i / 30), fmt.Sprint(i), fmt.Sprint(1 + i%3)}
		})
	}
	words := func(shift int) string {
		return rowsOf(",", "Alpha,state,name", func(i int) []string { return []string{swing(i+shift, 7), fmt.Sprint(i / 7 % 2), "word"} })
	}
	const head = "Alpha,Beta,wind max,state,trial,subject,time,weight"
	const listed = "file,word,speaker\n1.csv,yes,anna\n2.csv,no,bert\n"
	for name, c := range map[string]struct {
		files       map[string]string
		flags, want []string // want is nil where no command is proposed
	}{
		"two inputs":               {nil, []string{"--columns", "alpha,betta"}, []string{"--columns", "Alpha,Beta"}},
		"an input and a label":     {nil, []string{"--columns", "Alpha,betta", "--label", "stat"}, []string{"--columns", "Alpha,Beta", "--label", "state"}},
		"segment, group and label": {nil, []string{"--segment", "trail", "--group", "subjct", "--label=stat"}, []string{"--segment", "trial", "--group", "subject", "--label=state"}},
		"two dropped":              {nil, []string{"--drop", "stae", "--drop", "trail"}, []string{"--drop", "state", "--drop", "trial"}},
		"dropped and chosen":       {nil, []string{"--drop", "sttae", "--target", "bta"}, []string{"--drop", "state", "--target", "Beta"}},
		"a clock with its unit":    {nil, []string{"--clock", "tiem:s", "--importance", "wieght"}, []string{"--clock", "time:s", "--importance", "weight"}},
		"a name with a blank":      {nil, []string{"--columns", "wind mx,Btea"}, []string{"--columns", "'wind max,Beta'"}},
		"the same word twice":      {nil, []string{"--label", "stat", "--cut-by", "stat"}, []string{"--label", "state", "--cut-by", "state"}},
		"fields of conditions":     {nil, []string{"--segment", "trial", "--group", "subject", "--where", "segmnt=1 gruop=0"}, []string{"--segment", "trial", "--group", "subject", "--where", "'segment=1 group=0'"}},
		"a name like none":         {nil, []string{"--columns", "alpha,pressure"}, nil},
		"dropped in no file":       {map[string]string{"1.csv": table(head), "2.csv": table(head)}, []string{"--drop", "sttae,trail"}, []string{"--drop", "state,trial"}},
		"dropped and a label":      {map[string]string{"1.csv": table(head), "2.csv": table(head)}, []string{"--drop", "sttae,trail", "--label", "subjct"}, []string{"--drop", "state,trial", "--label", "subject"}},
		"dropped, keys and inputs": {map[string]string{"1.csv": table(head), "2.csv": table(head)}, []string{"--drop", "sttae", "--segment", "trail,subjct", "--columns", "alpha"}, []string{"--drop", "state", "--segment", "trial,subject", "--columns", "Alpha"}},
		"dropped in another file":  {map[string]string{"1.csv": table(head), "2.csv": table(head), "3.csv": table(strings.Replace(head, "wind max", "speed", 1))}, []string{"--drop", "wind max,speed,sttae", "--label", "subjct"}, []string{"--drop", "'wind max,speed,state'", "--label", "subject"}},
		"dropped above text":       {map[string]string{"1.csv": words(0), "2.csv": words(1)}, []string{"--drop", "nmae"}, []string{"--drop", "name"}},
		"dropped in the last file": {map[string]string{"1.csv": table(head), "2.csv": words(0)}, []string{"--drop", "name", "--label", "stat"}, []string{"--drop", "name", "--label", "state"}},
		"fields of a manifest":     {map[string]string{"manifest.csv": listed, "1.csv": table(head), "2.csv": table(head)}, []string{"--label", "wrod", "--group", "speeker"}, nil}, // may be columns
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path := dir
			if c.files == nil {
				c.files, path = map[string]string{"t.csv": table(head)}, filepath.Join(dir, "t.csv")
			}
			for name, text := range c.files {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			code, _, stderr := executed(t, append([]string{"data", path}, c.flags...)...)
			_, try, _ := strings.Cut(stderr, "\ntry: ")
			want := ""
			if c.want != nil {
				want = strings.Join(append([]string{"sfatui data", path}, c.want...), " ")
			}
			if try = strings.TrimSpace(try); code != cli.CodeUsage || try != want {
				t.Fatalf("exits with %d; %s\nwant %s", code, stderr, want)
			}
			if c.want == nil {
				return
			}
			if again, _, after := executed(t, shellWords(try)[1:]...); again == cli.CodeUsage {
				t.Errorf("%s: %s", try, after)
			}
		})
	}
}
