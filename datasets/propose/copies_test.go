package propose_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/survey"
	"example.com/sfatui/datasets/testenv"
)

// Exact copies of a column are proposed before rows are left out, also where the data does not open
// yet. Numbers are compared as numbers.
func TestCopiesComeBeforeRows(t *testing.T) {
	file := func(head string, row func(i int) string) []string {
		lines := []string{head}
		for i := range 300 {
			lines = append(lines, row(i))
		}
		return lines
	}
	x := func(i, k int) float64 { return ofUnit(k, i, 0) }
	rounded := func(x float64) float64 { return math.Round(100*x) / 100 }
	hole := func(i int, text string) string {
		if i%40 == 39 {
			return ""
		}
		return text
	}
	const fill = "! missing=interpolate:3"
	for name, c := range map[string]struct {
		lines []string
		want  []string
	}{
		"beside holes of another": {file("a,b,again", func(i int) string {
			return fmt.Sprintf("%s,%.4f,%.4f", hole(i, fmt.Sprint(x(i, 1))), x(i, 2), x(i, 2))
		}), []string{"! drop=again", fill}},
		"with the same holes": {file("a,b,again", func(i int) string {
			b := hole(i, fmt.Sprintf("%.4f", x(i, 2)))
			return fmt.Sprintf("%.4f,%s,%s", x(i, 1), b, b)
		}), []string{"! drop=again", fill}},
		"with other holes": {file("a,b,again", func(i int) string {
			return fmt.Sprintf("%.4f,%s,%s", x(i, 1), hole(i, fmt.Sprint(x(i, 2))), hole(i+1, fmt.Sprint(x(i, 2))))
		}), []string{fill}},
		"written otherwise": {file("a,b,again", func(i int) string {
			return fmt.Sprintf("%s,%.2f,%.5fe0", hole(i, fmt.Sprint(x(i, 1))), rounded(x(i, 2)), rounded(x(i, 2)))
		}), []string{"! drop=again", fill}},
		"other in the last row": {file("a,b,again", func(i int) string {
			return fmt.Sprintf("%s,%.4f,%.4f", hole(i, fmt.Sprint(x(i, 1))), x(i, 2), x(i, 2)+float64(i/299))
		}), []string{fill}},
		"beside a word": {file("a,b,again", func(i int) string {
			a := fmt.Sprint(x(i, 1))
			if i%50 == 7 {
				a = "lost"
			}
			return fmt.Sprintf("%s,%.4f,%.4f", a, x(i, 2), x(i, 2))
		}), []string{"! drop=again", "! missing-value=lost missing=interpolate:3"}},
		"two copies of two": {file("a,b,a2,b2,c", func(i int) string {
			return fmt.Sprintf("%.4f,%.4f,%.4f,%.4f,%s", x(i, 1), x(i, 2), x(i, 1), x(i, 2), hole(i, fmt.Sprint(x(i, 3))))
		}), []string{"! drop=a2", "! drop=b2", fill}},
		"three alike": {file("b,b2,c,b3", func(i int) string {
			return fmt.Sprintf("%.4f,%.4f,%s,%.4f", x(i, 2), x(i, 2), hole(i, fmt.Sprint(x(i, 3))), x(i, 2))
		}), []string{"! drop=b2", "! drop=b3", fill}},
		"a copy of a sparse column": {file("a,b,b2", func(i int) string {
			b := ""
			if i%5 == 0 {
				b = fmt.Sprintf("%.4f", x(i, 2))
			}
			return fmt.Sprintf("%.4f,%s,%s", x(i, 1), b, b)
		}), []string{"! drop=b", "! drop=b2"}},
		"nothing missing": {file("a,b,b2", func(i int) string { return fmt.Sprintf("%.4f,%.4f,%.4f", x(i, 1), x(i, 2), x(i, 2)) }), []string{" drop=b2"}},
	} {
		t.Run(name, func(t *testing.T) {
			wantProposed(t, datasets.Options{Paths: []string{written(t, "t.csv", c.lines...)}}, c.want...)
		})
	}
}

// Copies are compared in the rows beyond those that are surveyed, too.
func TestCopiesBeyondSurveyedRows(t *testing.T) {
	const rows = survey.MaxRows + 50
	for name, c := range map[string]struct {
		last string // cell of the copy in the last row
		want []string
	}{
		"equal":              {fmt.Sprintf("%d.0", (rows-1)%97), []string{"! drop=again", "! missing=interpolate:3"}},
		"other at the end":   {"98", []string{"! missing=interpolate:3"}},
		"missing at the end": {"", []string{"! missing=interpolate:3"}},
	} {
		var b strings.Builder
		b.WriteString("a,b,again\n")
		for i := range rows {
			switch {
			case i == 7:
				fmt.Fprintf(&b, ",%d,%d\n", i%97, i%97)
			case i == rows-1:
				fmt.Fprintf(&b, "%d,%d,%s\n", i*i%89, i%97, c.last)
			default:
				fmt.Fprintf(&b, "%d,%d,%d\n", i*i%89, i%97, i%97)
			}
		}
		t.Run(name, func(t *testing.T) {
			o := datasets.Options{Paths: []string{written(t, "t.csv", b.String())}}
			wantProposed(t, o, c.want...)
			if name != "equal" && !testenv.Full() {
				return
			}
			arff := "@relation r\n@attribute a numeric\n@attribute b numeric\n@attribute again numeric\n@data" + strings.NewReplacer("a,b,again", "", "\n,", "\n?,", ",\n", ",?\n").Replace(b.String())
			wantProposed(t, datasets.Options{Paths: []string{written(t, "t.arff", arff)}}, c.want...)
			// rows of a file behind it are not compared
			o.Paths = append(o.Paths, written(t, "u.csv", "a,b,again", "1,2,2", "3,4,4"))
			wantProposed(t, o, "! missing=interpolate:3")
		})
	}
}

// An input with one value for each label is proposed for dropping, once the label is stated, and so
// is one that equals the target.
func TestLabelCopiesAreDropped(t *testing.T) {
	lines := []string{"a,b,code,state,y,again"}
	for i := range 300 {
		class, y := i/20%3, ofUnit(3, i, 0)
		lines = append(lines, fmt.Sprintf("%.4f,%.4f,%d,%s,%.4f,%.4fe0", ofUnit(1, i, 0), ofUnit(2, i, 0), []int{3, 1, 7}[class], []string{"rest", "walk", "run"}[class], y, y))
	}
	path := written(t, "t.csv", lines...)
	wantProposed(t, datasets.Options{Paths: []string{path}, Label: "state", Drop: []string{"y", "again"}}, "! drop=code")
	wantProposed(t, datasets.Options{Paths: []string{path}, Label: "state", Drop: []string{"y", "again", "code"}})
	wantProposed(t, datasets.Options{Paths: []string{path}, Target: "y", Drop: []string{"state", "code"}}, "! drop=again")
}
