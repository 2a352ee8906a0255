package main

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/cmd/sfatui/cli"
	"example.com/sfatui/datasets/npy"
	"example.com/sfatui/datasets/testenv"
)

// broken is data that does not open, and the flags with which it is opened.
type broken struct {
	name  string
	files map[string]string
	open  string // a file or a folder; "" for the folder of the files
	flags []string
}

// rowsOf returns a table of 60 rows with the delimiter.
func rowsOf(delimiter, header string, row func(i int) []string) string {
	var b strings.Builder
	if header != "" {
		b.WriteString(strings.ReplaceAll(header, ",", delimiter) + "\n")
	}
	for i := range 60 {
		b.WriteString(strings.Join(row(i), delimiter) + "\n")
	}
	return b.String()
}

// swing returns a number for a row.
func swing(i, by int) string {
	return fmt.Sprintf("%.4f", math.Sin(float64(i)/float64(by))+0.1*math.Cos(float64(i*i)))
}

// brokenTables returns tables with an error in their cells or their columns,
// with all delimiters, or without CI with one each in turn.
func brokenTables() []broken {
	cells := []struct {
		name, header string
		row          func(i int) []string
		flags        []string
	}{
		{"text in stretches", "aa,bb,piece", func(i int) []string { return []string{swing(i, 7), swing(i, 3), fmt.Sprint("p", i/20)} }, nil},
		{"text that repeats", "aa,bb,what", func(i int) []string { return []string{swing(i, 7), swing(i, 3), []string{"sit", "walk"}[i/7%2]} }, nil},
		{"remarks", "aa,bb,remark", func(i int) []string { return []string{swing(i, 7), swing(i, 3), fmt.Sprintf("no-%d", i*i)} }, nil},
		{"a class beside a clock", "tt,bb,cc,quality", func(i int) []string {
			return []string{fmt.Sprint(i), swing(i, 3), swing(i, 5), []string{"ok", "weak"}[i/7%2]}
		}, nil},
		{"three texts", "aa,bb,piece,who,kind", func(i int) []string {
			return []string{swing(i, 7), swing(i, 3), fmt.Sprint("p", i/10), fmt.Sprint("w", i/10%3), []string{"u", "v"}[i/10%3%2]}
		}, nil},
		{"no text but a sparse column", "aa,bb,cc", func(i int) []string {
			return []string{swing(i, 7), swing(i, 3), map[bool]string{true: swing(i, 5)}[i%4 == 0]}
		}, nil},
		{"holes", "aa,bb,cc", func(i int) []string {
			return []string{swing(i, 7), map[bool]string{true: swing(i, 5)}[i%9 > 0], swing(i, 3)}
		}, nil},
		{"holes that refuse", "aa,bb", func(i int) []string { return []string{swing(i, 7), map[bool]string{true: swing(i, 5)}[i%9 > 0]} }, []string{"--missing", "refuse"}},
		{"stars", "aa,bb,cc", func(i int) []string {
			return []string{swing(i, 7), map[bool]string{true: swing(i, 5), false: "***"}[i%9 > 0], swing(i, 3)}
		}, nil},
		{"words for missing", "aa,bb", func(i int) []string {
			return []string{swing(i, 7), map[bool]string{true: swing(i, 5), false: "off"}[i%9 > 0]}
		}, nil},
		{"a class and holes", "aa,bb,what", func(i int) []string {
			return []string{swing(i, 7), map[bool]string{true: swing(i, 5)}[i%9 > 0], []string{"sit", "walk"}[i/7%2]}
		}, nil},
		{"two words for missing", "aa,bb,cc", func(i int) []string {
			return []string{map[bool]string{true: swing(i, 5), false: "lost"}[i%11 > 0], map[bool]string{true: swing(i, 5), false: "void"}[i%9 > 0], swing(i, 3)}
		}, nil},
		{"infinite", "aa,bb", func(i int) []string {
			return []string{swing(i, 7), map[bool]string{true: swing(i, 5), false: "inf"}[i%9 > 0]}
		}, nil},
		{"one odd word", "aa,bb", func(i int) []string {
			return []string{swing(i, 7), map[bool]string{true: swing(i, 5), false: "lost"}[i != 30]}
		}, nil},
		{"quantities", "aa,bb,load", func(i int) []string { return []string{swing(i, 7), swing(i, 3), fmt.Sprintf("%d%%", i%7)} }, nil},
		{"a wrong label", "aa,bb,state", func(i int) []string { return []string{swing(i, 7), swing(i, 3), fmt.Sprint(i / 7 % 2)} }, []string{"--label", "stat"}},
		{"a wrong drop", "aa,bb,state", func(i int) []string { return []string{swing(i, 7), swing(i, 3), fmt.Sprint(i / 7 % 2)} }, []string{"--drop", "sttae"}},
		{"a wrong column", "alpha,beta,state", func(i int) []string { return []string{swing(i, 7), swing(i, 3), fmt.Sprint(i / 7 % 2)} }, []string{"--columns", "alpha,betta"}},
		{"two wrong columns", "Alpha,Beta,gamma", func(i int) []string { return []string{swing(i, 7), swing(i, 3), swing(i, 5)} }, []string{"--columns", "alpha,beta"}},
		{"a wrong segment", "aa,bb,trial", func(i int) []string { return []string{swing(i, 7), swing(i, 3), fmt.Sprint(i / 20)} }, []string{"--segment", "trail"}},
		{"segments in turns", "aa,bb,trial", func(i int) []string { return []string{swing(i, 7), swing(i, 3), fmt.Sprint("t", i%3)} }, []string{"--segment", "trial"}},
		{"a target of text", "aa,bb,goal", func(i int) []string { return []string{swing(i, 7), swing(i, 3), "high"} }, []string{"--target", "goal"}},
		{"a target with holes", "aa,bb,goal", func(i int) []string {
			return []string{swing(i, 7), swing(i, 3), map[bool]string{true: swing(i, 5)}[i%9 > 0]}
		}, []string{"--target", "goal"}},
		{"a negative importance", "aa,bb,many", func(i int) []string { return []string{swing(i, 7), swing(i, 3), fmt.Sprint(i - 5)} }, []string{"--importance", "many"}},
		{"a split of other words", "aa,bb,part", func(i int) []string { return []string{swing(i, 7), swing(i, 3), fmt.Sprint("part", i/30)} }, []string{"--split-column", "part"}},
		{"a clock of words", "aa,bb,when", func(i int) []string { return []string{swing(i, 7), swing(i, 3), fmt.Sprint("noon", i)} }, []string{"--clock", "when"}},
		{"windows that are too long", "aa,bb", func(i int) []string { return []string{swing(i, 7), swing(i, 3)} }, []string{"--embed", "l=100"}},
		{"gaps that are refused", "tt,bb,cc", func(i int) []string { return []string{fmt.Sprint(i + i/20*50), swing(i, 3), swing(i, 5)} }, []string{"--clock", "tt:s", "--gaps", "refuse"}},
		{"logarithms of numbers below 0", "aa,bb", func(i int) []string { return []string{swing(i, 7), swing(i, 3)} }, []string{"--log", "log"}},
		{"an array of a table", "aa,bb", func(i int) []string { return []string{swing(i, 7), swing(i, 3)} }, []string{"--array", "X"}},
		{"a size of a table", "aa,bb", func(i int) []string { return []string{swing(i, 7), swing(i, 3)} }, []string{"--image-size", "8x8"}},
		{"an unknown word", "aa,bb", func(i int) []string { return []string{swing(i, 7), swing(i, 3)} }, []string{"--missing", "skip"}},
		{"no such value of where", "aa,bb,trial", func(i int) []string { return []string{swing(i, 7), swing(i, 3), fmt.Sprint("t", i/20)} }, []string{"--segment", "trial", "--where", "trial=t9"}},
		{"a wrong target", "aa,bb,goal", func(i int) []string { return []string{swing(i, 7), swing(i, 3), swing(i, 5)} }, []string{"--target", "gaol"}},
		{"a wrong group", "aa,bb,who", func(i int) []string { return []string{swing(i, 7), swing(i, 3), fmt.Sprint(i / 20)} }, []string{"--group", "whoo"}},
		{"a wrong importance", "aa,bb,many", func(i int) []string { return []string{swing(i, 7), swing(i, 3), fmt.Sprint(1 + i%3)} }, []string{"--importance", "mnay"}},
		{"a wrong cut", "aa,bb,trial", func(i int) []string { return []string{swing(i, 7), swing(i, 3), fmt.Sprint(i / 20)} }, []string{"--cut-by", "trail"}},
		{"a clock of an unknown unit", "tt,bb,cc", func(i int) []string { return []string{fmt.Sprint(i), swing(i, 3), swing(i, 5)} }, []string{"--clock", "tt:fortnights"}},
		{"a rate without a clock", "aa,bb", func(i int) []string { return []string{swing(i, 7), swing(i, 3)} }, []string{"--resample", "10Hz"}},
		{"short rows", "aa,bb,cc", func(i int) []string { return []string{swing(i, 7), swing(i, 3), swing(i, 5)}[:3-i/40] }, nil},
		{"long rows", "aa,bb", func(i int) []string { return []string{swing(i, 7), swing(i, 3), swing(i, 5)}[:2+i/40] }, nil},
	}
	var all []broken
	delimiters := []struct{ text, ext string }{{",", ".csv"}, {";", ".txt"}, {"\t", ".tsv"}, {" ", ".dat"}}
	for i, c := range cells {
		for k, d := range delimiters {
			text := rowsOf(d.text, c.header, c.row)
			if d.text == " " && regexp.MustCompile(`(?m)(^| ) | $`).MatchString(text) {
				continue // between blanks a cell cannot be empty
			}
			if testenv.Full() || k == i%len(delimiters) || k == 0 && i%len(delimiters) == 3 {
				all = append(all, broken{c.name + d.ext, map[string]string{"t" + d.ext: text}, "t" + d.ext, c.flags})
			}
		}
	}
	return all
}

// brokenFolders returns folders whose files do not match, and mistyped names.
func brokenFolders() []broken {
	table := func(header string) string {
		n := strings.Count(header, ",") + 1
		return rowsOf(",", header, func(i int) []string {
			var row []string
			for k := range n {
				row = append(row, swing(i, 3+2*k))
			}
			return row
		})
	}
	return []broken{
		{"one more column", map[string]string{"1.csv": table("aa,bb"), "2.csv": table("aa,bb,cc"), "3.csv": table("aa,bb")}, "", nil},
		{"one column less", map[string]string{"1.csv": table("aa,bb,cc"), "2.csv": table("aa,bb"), "3.csv": table("aa,bb,cc")}, "", nil},
		{"another order", map[string]string{"1.csv": table("aa,bb"), "2.csv": table("bb,aa"), "3.csv": table("aa,bb")}, "", nil},
		{"other names", map[string]string{"1.csv": table("aa,bb"), "2.csv": table("AA,BB"), "3.csv": table("aa,bb")}, "", nil},
		{"no common name", map[string]string{"1.csv": table("aa,bb"), "2.csv": table("xx,yy")}, "", nil},
		{"common of none", map[string]string{"1.csv": table("aa,bb"), "2.csv": table("xx,yy")}, "", []string{"--differing", "common"}},
		{"a dropped column of one", map[string]string{"1.csv": table("aa,bb,cc"), "2.csv": table("aa,bb,cc")}, "", []string{"--drop", "ccc"}},
		{"two formats", map[string]string{"1.csv": table("aa,bb"), "2.npy": matrix(60, 2)}, "", nil},
		{"nothing", map[string]string{"README.md": "nothing here"}, "", nil},
		{"a slip in a path", map[string]string{"sensors.csv": table("aa,bb")}, "sensros.csv", nil},
		{"a slip in an ending", map[string]string{"sensors.csv": table("aa,bb")}, "sensors.csvv", nil},
		{"a slip in a folder", map[string]string{"lab/sensors.csv": table("aa,bb")}, "lba", nil},
		{"a slip in a built-in set", nil, "vowls", nil},
		{"a manifest of a missing file", map[string]string{"manifest.csv": "file,label\n1.csv,a\n9.csv,b\n", "1.csv": table("aa,bb")}, "", nil},
		{"test data of other columns", map[string]string{"1.csv": table("aa,bb"), "test.csv": table("aa,bb,cc")}, "1.csv", []string{"--test-data", "DIR/test.csv"}},
		{"test data that is not there", map[string]string{"1.csv": table("aa,bb")}, "1.csv", []string{"--test-data", "DIR/tset.csv"}},
		{"names of another pattern", map[string]string{"1.csv": table("aa,bb"), "2.csv": table("aa,bb")}, "", []string{"--name", "{label}_{group}"}},
		{"a label in some files", map[string]string{"1.csv": table("aa,bb,label"), "2.csv": table("aa,bb")}, "", []string{"--label", "label"}},
	}
}

// matrix returns an NPY file of numbers.
func matrix(dims ...int) string {
	n := 1
	for _, d := range dims {
		n *= d
	}
	b := npy.Append(nil, "<f8", dims...)
	for i := range n {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(math.Sin(float64(i*i))))
	}
	return string(b)
}

// archive returns an NPZ file of arrays.
func archive(arrays map[string]string) string {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, name := range slices.Sorted(func(yield func(string) bool) {
		for name := range arrays {
			if !yield(name) {
				return
			}
		}
	}) {
		f, err := w.Create(name + ".npy")
		if err == nil {
			_, err = f.Write([]byte(arrays[name]))
		}
		if err != nil {
			panic(err) // into memory
		}
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
	return b.String()
}

// tone returns a WAV file of one channel.
func tone(rate, n int) string {
	b := []byte("RIFF")
	b = binary.LittleEndian.AppendUint32(b, uint32(36+2*n))
	b = append(b, "WAVEfmt "...)
	for _, v := range []any{uint32(16), uint16(1), uint16(1), uint32(rate), uint32(2 * rate), uint16(2), uint16(16)} {
		b, _ = binary.Append(b, binary.LittleEndian, v) // of fixed size
	}
	b = append(b, "data"...)
	b = binary.LittleEndian.AppendUint32(b, uint32(2*n))
	for i := range n {
		b = binary.LittleEndian.AppendUint16(b, uint16(int16(9000*math.Sin(float64(i)/5))))
	}
	return string(b)
}

// brokenBinaries returns files of other formats.
func brokenBinaries() []broken {
	nan := func() string {
		b := []byte(matrix(60, 2))
		binary.LittleEndian.PutUint64(b[len(b)-80:], math.Float64bits(math.NaN()))
		return string(b)
	}()
	arff := func(attributes, row string) string {
		return "@relation r\n@attribute aa numeric\n@attribute bb numeric\n" + attributes + "@data\n" + rowsOf(",", "", func(i int) []string { return []string{swing(i, 7), swing(i, 3), row} })
	}
	all := []broken{
		{"NaN in an array", map[string]string{"t.npy": nan}, "t.npy", nil},
		{"NaN in an archive", map[string]string{"t.npz": archive(map[string]string{"X": nan})}, "t.npz", nil},
		{"two matrices", map[string]string{"t.npz": archive(map[string]string{"u": matrix(60, 2), "v": matrix(60, 3)})}, "t.npz", nil},
		{"two vectors", map[string]string{"t.npz": archive(map[string]string{"left": matrix(60), "right": matrix(60)})}, "t.npz", nil},
		{"no such array", map[string]string{"t.npz": archive(map[string]string{"left": matrix(60), "right": matrix(60)})}, "t.npz", []string{"--array", "lfet"}},
		{"a cube", map[string]string{"t.npy": matrix(4, 4, 4, 4)}, "t.npy", nil},
		{"half an array", map[string]string{"t.npy": matrix(60, 2)[:300]}, "t.npy", nil},
		{"one row", map[string]string{"t.npy": matrix(1, 50)}, "t.npy", nil},
		{"one row of a table", map[string]string{"t.csv": "aa,bb\n1,2\n"}, "t.csv", nil},
		{"a row of many", map[string]string{"t.csv": strings.TrimSuffix(strings.Repeat("1.5,2.25,", 30), ",") + "\n"}, "t.csv", nil},
		{"a header alone", map[string]string{"t.csv": "aa,bb\n"}, "t.csv", nil},
		{"an empty table", map[string]string{"t.csv": ""}, "t.csv", nil},
		{"zeros in a table", map[string]string{"t.csv": "aa,bb\n1,2\n\x00\x00\n3,4\n"}, "t.csv", nil},
		{"an open quote", map[string]string{"t.csv": "aa,bb\n1,2\n\"3,4\n5,6\n"}, "t.csv", nil},
		{"a name with a comma", map[string]string{"t.csv": "aa,\"re, mark\"\n" + rowsOf(",", "", func(i int) []string { return []string{swing(i, 7), fmt.Sprintf("no-%d", i*i)} })}, "t.csv", nil},
		{"two columns of a name", map[string]string{"t.csv": rowsOf(",", "aa,aa", func(i int) []string { return []string{swing(i, 7), swing(i, 3)} })}, "t.csv", nil},
		{"a page", map[string]string{"t.csv": "<!DOCTYPE html><html><body>no</body></html>\n"}, "t.csv", nil},
		{"JSON", map[string]string{"t.json": `{"a": [1, 2, 3]}`}, "t.json", nil},
		{"prose", map[string]string{"t.txt": "Dear reader,\nthis is no table.\nIt has words, and words.\n"}, "t.txt", nil},
		{"two rates", map[string]string{"a.wav": tone(8000, 3000), "b.wav": tone(16000, 3000)}, "", nil},
		{"a short tone", map[string]string{"a.wav": tone(8000, 20)}, "", nil},
		{"a label of sound", map[string]string{"a.wav": tone(8000, 3000)}, "", []string{"--label", "word"}},
		{"marks of missing of sound", map[string]string{"a.wav": tone(8000, 3000)}, "", []string{"--missing-value", "-999"}},
		{"half a tone", map[string]string{"a.wav": tone(8000, 3000)[:30]}, "a.wav", nil},
		{"a nominal attribute", map[string]string{"t.arff": arff("@attribute kind {u,v}\n@attribute what {x,y}\n", "u,x")}, "t.arff", nil},
		{"an attribute of text", map[string]string{"t.arff": arff("@attribute note string\n", "hello")}, "t.arff", nil},
		{"a question mark", map[string]string{"t.arff": arff("@attribute cc numeric\n", "?")}, "t.arff", nil},
		{"a missing value of a series", map[string]string{"t.ts": "@problemName x\n@timeStamps false\n@univariate true\n@classLabel true a b\n@data\n1,2,?,4,5,6:a\n2,3,4,5,6,1:b\n"}, "t.ts", nil},
		{"no image", map[string]string{"a.png": "\x89PNG\r\n\x1a\nbroken"}, "", nil},
		{"a forecasting set", map[string]string{"t.tsf": "@attribute series_name string\n@data\nT1:1,2,3,4\n"}, "t.tsf", nil},
	}
	return all
}

// stripped returns an error without its numbers and quoted cells, to compare it
// with another.
func stripped(stderr string) string {
	line := ""
	for _, l := range strings.Split(stderr, "\n") {
		if strings.HasPrefix(l, "sfatui:") {
			line = l
		}
	}
	return regexp.MustCompile(`[0-9]+|"[^"]*"`).ReplaceAllString(line, "#")
}

// shellWords splits a command into words as a shell does.
func shellWords(command string) []string {
	var words []string
	for _, word := range regexp.MustCompile(`(?:'[^']*'|\\'|[^\s'])+`).FindAllString(command, -1) {
		words = append(words, strings.NewReplacer("'", "").Replace(strings.ReplaceAll(word, `'\''`, "\x00")))
	}
	for i := range words {
		words[i] = strings.ReplaceAll(words[i], "\x00", "'")
	}
	return words
}

// The commands after try: for data that does not open have been tried: they
// remove the error, and leave out no column that it does not name.
func TestWhatIsTriedMends(t *testing.T) {
	inputs := slices.Concat(brokenTables(), brokenFolders(), brokenBinaries())
	leastInputs, leastTried := 90, 50
	if testenv.Full() {
		leastInputs, leastTried = 200, 60
	}
	if len(inputs) < leastInputs {
		t.Errorf("only %d inputs", len(inputs))
	}
	tried := 0
	for _, in := range inputs {
		dir := t.TempDir()
		for name, text := range in.files {
			path := filepath.Join(dir, name)
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		args := []string{"data", filepath.Join(dir, in.open)}
		if in.files == nil {
			args[1] = in.open
		}
		for _, flag := range in.flags {
			args = append(args, strings.Replace(flag, "DIR", dir, 1))
		}
		code, _, stderr := executed(t, args...)
		if code == cli.CodeDone {
			continue // it opens, with a note
		}
		_, try, found := strings.Cut(stderr, "\ntry: ")
		if !found {
			continue
		}
		tried++
		words := shellWords(strings.TrimSpace(try))
		if len(words) < 3 || words[0] != "sfatui" || words[1] != "data" {
			t.Errorf("%s: %q opens no data", in.name, try)
			continue
		}
		again, _, after := executed(t, words[1:]...)
		if again != cli.CodeDone && (again == cli.CodeUsage || stripped(after) == stripped(stderr)) {
			t.Errorf("%s: %s is proposed for\n%sbut ends with\n%s", in.name, try, stderr, after)
		}
		for i, word := range words {
			if word == "--drop" && !slices.Contains(args, "--drop") && !strings.Contains(stderr[:len(stderr)-len(try)], strings.Trim(words[i+1], `"`)) {
				t.Errorf("%s: %s drops a column that the error does not name:\n%s", in.name, try, stderr)
			}
		}
	}
	if tried < leastTried {
		t.Errorf("only %d errors came with a remedy", tried)
	}
}
