package datasets

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"testing"

	"example.com/sfatui/datasets/inspect"
	"example.com/sfatui/datasets/internal/sample"
	"example.com/sfatui/datasets/message"
)

// FuzzCSV reads any bytes as a table: nothing may panic, and the result must be
// a valid set.
func FuzzCSV(f *testing.F) {
	for _, seed := range []string{"a,b\n1,2\n3,4\n", "\xef\xbb\xbfa;b\r1,5;2\r", "\"a\"\"\",b\n\"1\n\",2\n", "x y\n 1 2\n3 4", "a,b\n1,2\n3,NA\n",
		",a\n0,1\n1,2\n", "\"x\"\n\"1\",5\n", "1,2\n", "a\tl\n1\tu\n2\tv\n", "\xff\xfe", "a\x1b[0m,b\n1,2\n2,3"} {
		f.Add(seed, "l", "")
		f.Add(seed, "", "b")
	}
	for _, seed := range []string{"1\t2\t3\n-1\t4\tNaN\n", "# a b\n1 2\n3 4\n\n,,\n", "date,time,x\n2020-01-01,10:00,1\n2020-01-01,10:01,2\n",
		"1 2 3 4 5 6 7 8 9\n100 200 300 400 500 600 700 800 900\n", "#! FIELDS time x\n0 1\n1 2\n2 4\n", "Date;Time;x\n10/03/2004;18.00.00;1,5\n10/03/2004;19.00.00;-200\n",
		"time,x\nms,V\n0,1\n10,2\n20,3\n", "acc,,g\nx,y,x\n1,2,3\n2,3,4\n", "Title\nby me\na,b,c\n1,2,3\n4,5,6\n7,8,9\n", "\xff\xfea\x00\n\x001\x00\n\x002\x00\n\x00",
		"a;b\n1.234,5;2\n1'000;3\n−4;5\n", "@ title\n1|2\n3|4\n", "T \xb0C,b\n1,\"1,000\"\n2,-999\n", sample.Gzip("a,b\n1,2\n3,4\n"),
		"long words go before it\np q\n1 2\n2 3\n3 1\nthen\n4 4\nthe end\n", "a\tb\tc\n1\t2\t3\nh\t\tu\n\tx\ty\n\n1\t2\t3\t\n2\t3\t\t\n3\t4\t1\t\n",
		"many words go before\np\x1b[0m q\n1 2\n2 3\n3 1\nq r\x1b[1m\n4 4\n", sample.Zstd("1 2\n3 4\n")} {
		f.Add(seed, "", "")
	}
	f.Add("0,A\nkm/h,kilo\n0,00,000", "0", "0")
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, text, label, segment string) {
		path := filepath.Join(dir, [...]string{"x.csv", "P_TRAIN.tsv", "x"}[len(text)%3])
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		o := Options{Paths: []string{path}, Label: label, Segment: segment, Transpose: len(text)%3 == 0}
		if len(text)%5 == 0 {
			o.Missing, o.MissingValues = "split", []string{"-200", "b"}
		}
		s, err := Open(t.Context(), o, nil)
		if err != nil {
			if text := err.Error(); message.Clean(text) != text {
				t.Fatalf("the error is not clean: %q", text)
			}
			return
		}
		checkCover(t, s)
		n, d := s.X.Dims()
		if d != len(s.Inputs) || s.Label != nil && len(s.Label) != n {
			t.Fatalf("%d×%d, %d inputs, %d labels", n, d, len(s.Inputs), len(s.Label))
		}
		for _, v := range s.X.RawMatrix().Data {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				t.Fatalf("%g was read", v)
			}
		}
		for _, text := range append(append(inspect.Summary(s), s.Notes...), s.Inputs...) {
			if message.Clean(text) != text {
				t.Fatalf("text is not clean: %q", text)
			}
		}
	})
}

// FuzzWhere parses any condition; a refused one is a usage error.
func FuzzWhere(f *testing.F) {
	for _, w := range []string{"rep=5..14 label=3,7", `a="b c",d`, "x=-1e3..2.5", "=", "a=..", `"`, `"=0"`} {
		f.Add(w, "7")
	}
	f.Fuzz(func(t *testing.T, written, value string) {
		w, err := parseWhere(written)
		var ue *message.UsageError
		if err != nil {
			if !errors.As(err, &ue) {
				t.Fatalf("%v is no usage error", err)
			}
			return
		}
		fields := map[string]string{}
		for _, c := range w {
			if len(c.values) == 0 || c.field == "" {
				t.Fatalf("%q gives %+v", written, w)
			}
			fields[c.field] = value
		}
		if kept := w.matches(fields); len(w) == 0 && !kept {
			t.Fatal("no condition keeps all")
		}
	})
}
