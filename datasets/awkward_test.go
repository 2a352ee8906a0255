package datasets

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/datasets/internal/sample"
	"gonum.org/v1/gonum/mat"
)

// utf16 returns a text of ASCII in UTF-16, little-endian.
func utf16(text string) string {
	var b strings.Builder
	for _, c := range []byte(text) {
		b.WriteByte(c)
		b.WriteByte(0)
	}
	return b.String()
}

// utf32 returns a text in UTF-32, little-endian.
func utf32(text string) string {
	var b []byte
	for _, c := range text {
		b = binary.LittleEndian.AppendUint32(b, uint32(c))
	}
	return string(b)
}

// TestMissingWords omits the rows in which programs wrote a word for a number,
// also at the start of a line, where it could be taken for a comment.
func TestMissingWords(t *testing.T) {
	for _, word := range []string{`\N`, "n.a.", "NaT", "1.#QNAN", "-1.#IND", "-nan(ind)", "--", "(null)", "<null>", "undef", "#NULL!", "#SPILL!", "#DIV/0!"} {
		path := write(t, "x.csv", "a,b\n1,2\n2,4\n"+word+",5\n3,6\n4,9\n")
		s := mustOpen(t, Options{Paths: []string{path}, Missing: "split"})
		if n, _ := s.X.Dims(); n != 4 || len(s.Segments) != 2 {
			t.Errorf("%s: %d samples in %d segments", word, n, len(s.Segments))
		}
		failure(t, Options{Paths: []string{path}}, false, ":4: column a", "stands for a missing number")
	}
	failure(t, Options{Paths: []string{write(t, "x.csv", "a,b\n1,2\n2,4\nlost,5\n")}}, false, "if it stands for a missing number, say so with --missing-value")
}

// TestAwkwardTables opens the same numbers, 1 2, 3.5 4, 1005 6, as programs and
// people write them.
func TestAwkwardTables(t *testing.T) {
	want := mat.NewDense(3, 2, []float64{1, 2, 3.5, 4, 1005, 6})
	const plain = "a,b\n1,2\n3.5,4\n1005,6\n"
	for name, c := range map[string]struct {
		text   string
		inputs string
		note   string
	}{
		"plain":                        {plain, "a b", ""},
		"lines that end in ;":          {"a,b;\n1,2;\n3.5,4;\n1005,6;\n", "a b", ""},
		"lines that end in |":          {"a b|\n1 2|\n3.5 4|\n1005 6|\n", "a b", ""},
		"UTF-16 with its mark":         {"\xff\xfe" + utf16(plain), "a b", ""},
		"UTF-32 with its mark":         {utf32("\ufeff" + plain), "a b", ""},
		"UTF-16 without":               {utf16(plain), "a b", ""},
		"Windows-1252":                 {"T \xb0C,\xc4\n1,2\n3.5,4\n1005,6\n", "T °C,Ä", ""},
		"vertical bars":                {"a|b\n1|2\n3,5|4\n1005|6\n", "a b", ""},
		"two lines of names":           {"acc,acc\nx,y\n1,2\n3.5,4\n1005,6\n", "acc x,acc y", "the names of the columns span two lines"},
		"a cell across two columns":    {"acc,\nx,y\n1,2\n3.5,4\n1005,6\n", "acc x,acc y", "span two lines"},
		"two lines and row numbers":    {",acc,acc\n,x,y\n0,1,2\n1,3.5,4\n2,1005,6\n", "acc x,acc y", "span two lines"},
		"units":                        {"a,b\nm/s,N\n1,2\n3.5,4\n1005,6\n", "a b", "the line below the header has no number, and is left out: m/s, N"},
		"a title":                      {"Pump 3\nby Anna in May\na,b,\n1,2,\n3.5,4,\n1005,6,\n", "a b", ""},
		"a long title":                 {"Station;Berlin\nHeight;52,5\n\nDate;a;b\n1.1.2020;1;2\n2.1.2020;3,5;4\n3.1.2020;1005;6\n", "a b", "left out, because they precede the table: 2 lines"},
		"thousands with commas":        {"a;b\n1;2\n3.5;4\n1,005.0;6\n", "a b", "numbers such as 1,005.0 are read with separated thousands"},
		"thousands with dots":          {"a;b\n1;2\n3,5;4\n1.005,0;6\n", "a b", "1.005,0"},
		"thousands in quotes":          {"a,b\n1,2\n3.5,4\n\"1,005\",6\n", "a b", "1,005"},
		"thousands with narrow spaces": {"a;b\n1;2\n3,5;4\n1\u202f005;6\n", "a b", "separated thousands"},
		"no-break spaces":              {"a;b\n\u00a01;2\n3,5\u00a0;4\n1005;\u00a06\n", "a b", ""},
		"dates as columns":             {"2024-01-01;2024-01-02\n1;2\n3,5;4\n1005;6\n", "2024-01-01 2024-01-02", ""},
		"a plus sign":                  {"a,b\n+1,2\n3.5,4\n+1005,6\n", "a b", ""},
		"sep":                          {"sep=;\na;b\n1;2\n3,5;4\n1005;6\n", "a b", ""},
		"Grace":                        {"# by gmx\n@ title \"x\"\n@TYPE xy\n1 2\n3.5 4\n1005 6\n", "x1 x2", ""},
		"FIELDS":                       {"#! FIELDS a b\n#! SET min -pi\n1 2\n3.5 4\n1005 6\n", "a b", "named by the comment"},
	} {
		s, err := Open(t.Context(), Options{Paths: []string{write(t, "x.csv", c.text)}}, nil)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		sep := " "
		if strings.Contains(c.inputs, ",") {
			sep = ","
		}
		if !mat.Equal(s.X, want) || !slices.Equal(s.Inputs, strings.Split(c.inputs, sep)) || c.note != "" && !hasNote(s, c.note) {
			t.Errorf("%s is read as %v of %q, notes %q", name, mat.Formatted(s.X), s.Inputs, s.Notes)
		}
	}
}

// TestLostDigits checks the note of the columns whose integers lose digits.
func TestLostDigits(t *testing.T) {
	s := mustOpen(t, Options{Paths: []string{write(t, "x.csv", "a,b,c,d\n9007199254740993,1,9007199254740992,1e20\n9007199254740995,2,10000000000000000,9007199254740993.5\n")}})
	if !hasNote(s, "x.csv: whole numbers of 16 digits and more are rounded to float64 in a") || hasNote(s, "in a,") {
		t.Errorf("notes %q", s.Notes)
	}
	for descr, long := range map[string]bool{"<i8": true, ">u8": true, "<f8": false} {
		body := sample.Pack(descr, 1<<53, 2, 1<<53+4, 3)
		s := mustOpen(t, Options{Paths: []string{write(t, "x.npy", sample.NPY{Descr: descr, Shape: "(2, 2)", Body: body}.Build())}})
		if hasNote(s, "x.npy: whole numbers of 16 digits and more are rounded to float64 in x1") != long || hasNote(s, "in x1,") {
			t.Errorf("%s: notes %q", descr, s.Notes)
		}
	}
}

// TestTimeUnits reads the unit of a time from the line below the header.
func TestTimeUnits(t *testing.T) {
	s := mustOpen(t, Options{Paths: []string{write(t, "x.csv", "time,a\n(ms),V\n0,1\n10,2\n20,4\n")}})
	if fmt.Sprintf("%.6g", s.Rate) != "100" {
		t.Errorf("%g samples a second, notes %q", s.Rate, s.Notes)
	}
}

// TestNotAwkward checks that tables that resemble awkward ones are read
// unchanged.
func TestNotAwkward(t *testing.T) {
	for name, c := range map[string]struct {
		o          Options
		text, want string
	}{
		"a decimal comma":       {Options{}, "a;b\n1,005;2\n3,512;4\n", "1.005 2 3.512 4"},
		"a label below a label": {Options{Label: "who"}, "a,who\n1,x\n2,y\n3,y\n", "1 2 3"},
		"ragged rows":           {Options{}, "a,b\n1\n2,3\n", ""},
		"two decimal signs":     {Options{}, "a;b\n1,5;2\n3.5;4\n", ""},
		"a version":             {Options{}, "a,b\n1.234.567,2\n1.234.568,2\n", ""},
		"a short first row":     {Options{}, "1\n1,2,3\n4,5,6\n7,8,9\n", ""},
	} {
		c.o.Paths = []string{write(t, "x.csv", c.text)}
		s, err := Open(t.Context(), c.o, nil)
		if got := ""; err == nil {
			got = strings.Trim(fmt.Sprint(s.X.RawMatrix().Data), "[]")
			if got != c.want {
				t.Errorf("%s is read as %s, want %s", name, got, c.want)
			}
		} else if c.want != "" {
			t.Errorf("%s: %v", name, err)
		}
	}
	s := mustOpen(t, Options{Paths: []string{write(t, "x.csv", "a;b\n1,005;2\n3,512;4\n")}})
	if !hasNote(s, "1,005 in column a is read with a decimal comma; if the comma separates thousands") {
		t.Errorf("notes %q", s.Notes)
	}
}

// Names come from a comment with a word such as FIELDS, regardless of other
// comments, else from a comment all of whose words can be names.
func TestNamesInComments(t *testing.T) {
	const rows = "1 2 3\n2 3 5\n3 5 8\n"
	for comments, want := range map[string]string{
		"#! FIELDS u phi psi\n#! SET max_psi pi\n": "u phi psi",
		"# a b c\n# columns: u v w\n":              "u v w",
		"# columns: u v w\n# a b c\n":              "u v w",
		"# u v w\n# run on Tuesday\n":              "u v w",
		"# box = 3\n":                              "x1 x2 x3",
		"# at 20 degrees\n":                        "x1 x2 x3",
		"# site: north field\n":                    "x1 x2 x3",
		"# u,v,w\n":                                "u v w",
		"#  [1]=u  [2]=v  [3]=w\n":                 "u v w",
		"# 1:u 2:v 3:w\n":                          "u v w",
		"# column 1: u\n# 2: v\n# 3: w\n":          "u v w",
		"# Columns: u, v, w\n":                     "u v w",
		"@ xaxis label \"u\"\n@ s0 legend \"v\"\n@ s1 legend \"w\"\n": "u v w",
		"# Pump three, morning\n":                                     "x1 x2 x3",
	} {
		s := mustOpen(t, Options{Paths: []string{write(t, "a.dat", comments+rows)}})
		if got := strings.Join(s.Inputs, " "); got != want {
			t.Errorf("%q: inputs %q, want %q", comments, got, want)
		}
	}
}

// A comment between rows that names the columns differently is refused; one
// that repeats their names is not.
func TestNamesAnew(t *testing.T) {
	const first, rows = "#! FIELDS u v w\n", "1 2 3\n2 3 5\n3 5 8\n"
	for _, again := range []string{first, "# halfway\n", "#! FIELDS u v\n", "#! SET u v w\n"} {
		if s := mustOpen(t, Options{Paths: []string{write(t, "a.dat", first+rows+again+rows)}}); s.X.RawMatrix().Rows != 6 {
			t.Errorf("%q: %v", again, s)
		}
	}
	failure(t, Options{Paths: []string{write(t, "a.dat", first+rows+"#! FIELDS u w v\n"+rows)}}, false, "a.dat:5: ", "names the columns again, u, w, v in place of u, v, w")
}

// A first row of numbers that rise and are unlike all rows below names the
// columns. Empatica's first two rows are the start and the rate.
func TestFirstRowOfNumbers(t *testing.T) {
	rows := func(first string, row func(i int) string) string {
		text := first
		for i := range 30 {
			text += row(i) + "\n"
		}
		return write(t, "a.csv", text)
	}
	waves := func(i int) string {
		return fmt.Sprintf("%.4f,%.4f,%.4f", math.Sin(float64(i)), math.Cos(float64(i)), math.Sin(float64(3*i)))
	}
	for first, want := range map[string]string{
		"1100,1102.5,1105\n": "1100 1102.5 1105",
		"1990,1991,1992\n":   "1990 1991 1992",
		"1100,900,1000\n":    "x1 x2 x3", // no scale
		"0.1,0.2,0.3\n":      "x1 x2 x3", // like the others
		"":                   "x1 x2 x3",
	} {
		s := mustOpen(t, Options{Paths: []string{rows(first, waves)}})
		n, _ := s.X.Dims()
		if hasNote(s, "row 1 is unlike all others") != (first == "1100,900,1000\n") {
			t.Errorf("%q: notes %q", first, s.Notes)
		}
		if got := strings.Join(s.Inputs, " "); got != want || want[0] != 'x' && n != 30 {
			t.Errorf("%q: inputs %q, %d samples", first, got, n)
		}
	}
	s := mustOpen(t, Options{Paths: []string{rows("1500000000.000000, 1500000000.000000\n32.000000, 32.000000\n", func(i int) string { return fmt.Sprintf("%d,%d", i%7-60, i*i%11) })}})
	if n, _ := s.X.Dims(); n != 30 || s.Rate != 32 || s.X.At(0, 0) != -60 || !hasNote(s, "2017-07-14 02:40:00 UTC") {
		t.Errorf("Empatica: %d samples, rate %g, notes %q", n, s.Rate, s.Notes)
	}
}

// Lines before a table are omitted, regardless of the file's name, and so are
// those below the header without numbers.
func TestLinesBeforeTables(t *testing.T) {
	const rows = "0.0\t1\t2\n0.1\t3\t5\n0.2\t5\t9\n0.3\t6\t2\n"
	for name, text := range map[string]string{
		"ik.mot":    "Coordinates\nversion=1\nnRows=4\nnColumns=3\n\nAngles are in degrees.\n\nendheader\ntime_s\ta\tb\n" + rows,
		"force.sto": "forces\r\nversion=1\r\nendheader\r\ntime_s\ta\tb\r\n" + strings.ReplaceAll(rows, "\n", "\r\n"),
		"toa5.dat": `"TOA5","CR1000","CR1000","12345","CR1000.Std.22","CPU:prog.CR1","1234","Table1"` + "\n" + `"time_s","a","b"` + "\n" +
			`"TS","Deg C","%"` + "\n" + `"","Avg","Smp"` + "\n" + strings.ReplaceAll(rows, "\t", ","),
		"wide.csv": "made by,a program,of 2024,in Rome\ntime_s,a,b\n" + strings.ReplaceAll(rows, "\t", ","),
	} {
		s := mustOpen(t, Options{Paths: []string{write(t, name, text)}})
		if n, _ := s.X.Dims(); n != 4 || strings.Join(s.Inputs, " ") != "a b" || s.Rate != 10 || s.X.At(3, 0) != 6 {
			t.Errorf("%s: %d samples, inputs %q, rate %g, notes %q", name, n, s.Inputs, s.Rate, s.Notes)
		}
	}
}

// Words above blocks of rows are refused, with the command that turns them into
// columns.
func TestWordsAboveBlocks(t *testing.T) {
	const blocks = "normal\n\t-1\t-1\t63\n\t0\t0\t62\n\t1\t2\t60\n\n\nslip\n\t-1\t0\t61\n\t3\t1\t62\n\t4\t1\t64\n"
	failure(t, Options{Paths: []string{write(t, "lp.data", blocks)}}, false, "lp.data:2:", "awk 'NF==1{n++;w=$1;next} NF{$1=$1;print n,w,$0}'", "--segment x1 --label x2")
}

// Lines around the same rows, 1 2 3 … 10 11 12, are left out and noted.
func TestLinesAroundRows(t *testing.T) {
	for text, note := range map[string]string{
		"|a|b|c|\n|---|---|---|\n|1|2|3|\n|4|5|6|\n|7|8|9|\n|10|11|12|\n": "1 ruled line",
		"a,b,c\n1,2,3\n4,5,6\nA,b,c\n7,8,9\n10,11,12\n":                   "1 repeated header",
		"4 3\n1 2 3\n4 5 6\n7 8 9\n10 11 12\n":                            "precede the table: 1 line",
	} {
		s := mustOpen(t, Options{Paths: []string{write(t, "a.txt", text)}})
		if n, d := s.X.Dims(); n != 4 || d != 3 || s.X.At(2, 0) != 7 || s.X.At(3, 2) != 12 || !hasNote(s, note) {
			t.Errorf("%q: %d×%d, notes %q", text, n, d, s.Notes)
		}
	}
	failure(t, Options{Paths: []string{write(t, "a.csv", "a,b,c\n1,2,3\n4,5,6\na,c,b\n7,8,9\n")}}, false, "a.csv:4: ", "names the columns again")
	failure(t, Options{Paths: []string{write(t, "a.dat", "# a b c\n1 2 3\n4 5 6\n# a c b\n7 8 9\n")}}, false, "a.dat:4: ", "names the columns again")
}

// Settings beside the first rows of a table without a header are left out, and
// state its rate, at which the first column of the table rises; the second is the input.
func TestSettingsBesideRows(t *testing.T) {
	settings := []string{"Record Length,60", "Sample Interval,0.02", "Trigger Point,1", ",", "Source,CH1", "Vertical Units,V"}
	table := func(width int, later string) string {
		var b strings.Builder
		for i := range 60 {
			beside := ","
			if i < len(settings) {
				beside = settings[i]
			} else if i == 40 {
				beside = later
			}
			fmt.Fprintf(&b, "%s,,%g,%d%s\n", beside, 0.02*float64(i), i*i, strings.Repeat(",", width))
		}
		return b.String()
	}
	for width := range 2 {
		s := mustOpen(t, Options{Paths: []string{write(t, "f.csv", table(width, ","))}})
		if n, d := s.X.Dims(); n != 60 || d != 1 || s.X.At(7, 0) != 49 || s.Rate != 50 || !hasNote(s, "left out: 5 lines of settings beside the first rows, in columns 1 to 3, from Record Length to Vertical Units") {
			t.Errorf("%d×%d, rate %g, notes %q", n, d, s.Rate, s.Notes)
		}
	}
	// A table with text in these columns further below has a header line, or no names.
	failure(t, Options{Paths: []string{write(t, "g.csv", table(0, "late,"))}}, false, "column 3 has no name")
}

// Two channels and more stand side by side, each behind a block of settings. Each block has the
// columns name, value, blank, time and number, of which the last is read: the k-th number of
// channel c is c·k².
func TestBlocksOfSettings(t *testing.T) {
	table := func(channels, width int, change func(row []string, i int)) string {
		var b strings.Builder
		for i := range 60 {
			var row []string
			for c := range channels {
				name, value := "", ""
				if i < 5 {
					name, value = []string{"Record Length", "Sample Interval", "Trigger Point", "Source", "Vertical Units"}[i], []string{"60", "0.02", "1", "CH", "V"}[i]
				}
				row = append(row, name, value, "", fmt.Sprintf("%g", 0.02*float64(i)), fmt.Sprint((c+1)*i*i))
				row = append(row, slices.Repeat([]string{""}, width)...)
			}
			change(row, i)
			b.WriteString(strings.Join(row, ",") + "\n")
		}
		return b.String()
	}
	same := func([]string, int) {}
	for channels := 1; channels <= 4; channels++ {
		for width := range 2 {
			s := mustOpen(t, Options{Paths: []string{write(t, "f.csv", table(channels, width, same))}})
			n, d := s.X.Dims()
			if n != 60 || d != channels || s.Rate != 50 {
				t.Fatalf("%d channels: %d×%d, rate %g, notes %q", channels, n, d, s.Rate, s.Notes)
			}
			for c := range channels {
				if s.X.At(7, c) != float64(49*(c+1)) {
					t.Errorf("%d channels: row 8 is %v", channels, s.X.RawRowView(7))
				}
			}
		}
	}
	s := mustOpen(t, Options{Paths: []string{write(t, "f.csv", table(2, 1, same))}})
	if !hasNote(s, "in columns 1 to 3 and 6 to 9, from Record Length to Vertical Units") {
		t.Errorf("notes %q", s.Notes)
	}
	// A setting below the others, or a number that is not there, is refused.
	failure(t, Options{Paths: []string{write(t, "g.csv", table(2, 0, func(row []string, i int) {
		if i == 30 {
			row[5] = "late"
		}
	}))}}, false, "column 3 has no name")
	failure(t, Options{Paths: []string{write(t, "h.csv", table(2, 0, func(row []string, i int) {
		if i == 30 {
			row[9] = ""
		}
	}))}}, false, "column 3 has no name")
}

// The line below the names states the unit of the time in the first column, where it rises evenly:
// 0.004 s between rows are 250 Hz. Otherwise, and elsewhere, such a column is an input.
func TestUnitOfTheFirstColumn(t *testing.T) {
	for _, c := range []struct {
		names, units string
		row          func(i int) float64
		rate         float64
		inputs       int
	}{
		{"x-axis,1,2", "second,Volt,Volt", func(i int) float64 { return -0.1 + 0.004*float64(i) }, 250, 2},
		{"Source,CH1,CH2", "Second,Volt,Volt", func(i int) float64 { return 0.004 * float64(i) }, 250, 2},
		{"x-axis,1,2", "second,Volt,Ampere", func(i int) float64 { return 0.004 * float64(i) }, 250, 2},
		{"Source,CH1,CH2", "Second,Value,Value", func(i int) float64 { return 0.004 * float64(i) }, 250, 2},
		{"X,A,B", "(ms),(V),(mV)", func(i int) float64 { return 4 * float64(i) }, 250, 2},
		{"X,A,B", "[us],[V],[V]", func(i int) float64 { return 4000 * float64(i) }, 250, 2},
		{"X,A,B", "ns,V,A", func(i int) float64 { return 4e6 * float64(i) }, 250, 2},
		{"in,CH1,CH2", "s,V,V", func(i int) float64 { return 0.004 * float64(i) }, 250, 2},
		{"Source,CH1,CH2", "Second,Volt,Volt", func(i int) float64 { return float64(i * i % 60) }, 0, 3},
		{"Source,CH1,CH2", "Second,Volt,Volt", func(i int) float64 { return float64(i * i) }, 0, 3},
		{"X,A,B", "m,V,V", func(i int) float64 { return 0.004 * float64(i) }, 0, 3},
	} {
		var b strings.Builder
		b.WriteString(c.names + "\n" + c.units + "\n")
		for i := range 60 {
			fmt.Fprintf(&b, "%.4f,%d,%d\n", c.row(i), i*i%7, i*i%11)
		}
		s := mustOpen(t, Options{Paths: []string{write(t, "o.csv", b.String())}})
		if math.Abs(s.Rate-c.rate) > 1e-9 || len(s.Inputs) != c.inputs || !hasNote(s, "left out") {
			t.Errorf("%s, %s: rate %g, inputs %q, notes %q", c.names, c.units, s.Rate, s.Inputs, s.Notes)
		}
	}
}

// A column that a device counts up, beginning anew after a fixed number, counts rows, also where
// single packets were lost, or each has several rows. One in which a tenth is missing is an input,
// and so are a count that stays, and a number with another name.
func TestPacketsCountRows(t *testing.T) {
	whole := func(cycle int) func(i int) int { return func(i int) int { return (i + 7) % cycle } }
	for _, c := range []struct {
		name   string
		number func(i int) int
		counts bool
	}{
		{"nSeq", whole(16), true}, {"Sample Index", whole(64), true}, {"PacketCounter", whole(65536), true}, {"EEG.Counter", whole(128), true}, {"msg_count", whole(4), true},
		{"seq 2", func(i int) int { return (i + i/40*3) % 32 }, true}, // 3 of 103 are lost after each 40
		{"nSeq", func(i int) int { return (i + i/10) % 16 }, false},
		{"pkt_num", func(i int) int { return i / 8 % 100 }, true},
		{"seq", func(i int) int { return i / 8 % 100 }, false}, // of sequences of 8 rows
		{"counter", func(i int) int { return 5 }, false},
		// By threes, every third one is kept, or the count begins anew elsewhere.
		{"packet", func(i int) int { return 3 * i % 256 }, true},
		{"seq", func(i int) int { return 3 * i % 255 }, true},
		{"counter", func(i int) int { return 4*i%64 + 2 }, true},
		{"nSeq", func(i int) int { return 3 * i % 16 }, true},
		{"Sample Index", func(i int) int { return 3 * (i % 86) }, true},
		{"PacketCounter", func(i int) int { return 2 * (i + i/50) % 256 }, true},
		{"msgcount", func(i int) int { return 3 * i }, true},
		{"pkt", func(i int) int { return 5 * (i / 2) % 100 }, true},
		{"counter", func(i int) int { return 3*i + i%2 }, false},
		{"counter", func(i int) int { return i * i % 97 }, false},
		{"counter", func(i int) int { return 3 * i % 256 / (1 + i%9/8) }, false}, // a tenth is halved
		{"seq", func(i int) int { return 300 - 3*i }, false},
		{"angle", whole(16), false},
	} {
		var b strings.Builder
		b.WriteString(c.name + "\ta\tb\n")
		for i := range 120 {
			fmt.Fprintf(&b, "%d\t%d\t%d\n", c.number(i), i*i%7, i*i%11)
		}
		s := mustOpen(t, Options{Paths: []string{write(t, "o.txt", b.String())}})
		if counts := len(s.Inputs) == 2; counts != c.counts {
			t.Errorf("%s: inputs %q, want counts %t", c.name, s.Inputs, c.counts)
		}
	}
}

// A column without a name and without a cell stands between a table and settings beside it: these
// are then nearly empty columns, too.
func TestBlankColumnWithoutName(t *testing.T) {
	var b strings.Builder
	b.WriteString("TIME,CH1,,Setting,Value\n")
	for i := range 60 {
		fmt.Fprintf(&b, "%d,%d,,%s\n", i, i*i%7, map[bool]string{true: "scale,0.5", false: ","}[i < 3])
	}
	path := write(t, "s.csv", b.String())
	failure(t, Options{Paths: []string{path}}, false, "column Setting holds text")
	s := mustOpen(t, Options{Paths: []string{path}, Drop: []string{"x3", "Setting", "Value"}})
	if n, _ := s.X.Dims(); n != 60 || s.X.At(4, len(s.Inputs)-1) != 2 {
		t.Errorf("%v", s)
	}
	failure(t, Options{Paths: []string{write(t, "t.csv", "a,,b\n"+strings.Repeat("1,,3\n", 300)+"1,2,3\n")}}, false, "column x2 is empty")
}
