package ui

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/sfatui/datasets"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/uitest"
)

// writeTable writes a table as a CSV file and returns its path.
func writeTable(t *testing.T, header string, rows int, row func(i int) string) string {
	t.Helper()
	lines := []string{header}
	for i := range rows {
		lines = append(lines, row(i))
	}
	path := filepath.Join(t.TempDir(), "table.csv")
	if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// atData opens data on an emulated terminal of 80×24, calls do, quits, and returns the
// directory of the session that was made, "" for none. Errors of reading the data are ignored.
func atData(t *testing.T, o datasets.Options, do func(term *emulated)) string {
	t.Helper()
	return atDataOn(t, layout.Size{W: 80, H: 24}, o, do)
}

// atDataOn is atData on a terminal of another size.
func atDataOn(t *testing.T, size layout.Size, o datasets.Options, do func(term *emulated)) (dir string) {
	t.Helper()
	c := tinyConfig(t)
	c.Data, c.FromData = o, true
	c.Spec = c.Spec.With("sigma", "2", "lambda", "0", "m", "20", "readout", "none")
	uitest.Bubble(t, func(t *testing.T) {
		term := newTerminal(t, size.W, size.H)
		ended := term.start(c, func(c Config) (string, error) { return Workbench(t.Context(), c) })
		do(term)
		term.typeKeys("q")
		dir = waitForResult(term, ended).last
	})
	return dir
}

// If data cannot be read and nothing is proposed, w shows the reason.
func TestWhatToSettleOfUnusableData(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"a.csv": "x\n1\n2\n", "b.arff": "@relation a\n@attribute x real\n@data\n1\n2\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	atData(t, datasets.Options{Paths: []string{dir}}, func(term *emulated) {
		term.until("✗ not ready")
		term.typeKeys("w")
		term.until("no proposal fixes it", "b.arff", "Correct the files")
		if strings.Contains(term.String(), "✓ no open questions") {
			t.Errorf("all is well:\n%s", term.String())
		}
	})
}

// Data that is unreadable until its columns have roles is previewed with the proposed roles,
// and none of them is applied.
func TestDataIsSeenAsProposed(t *testing.T) {
	path := writeTable(t, "a,b,fault,subject,trial", 480, func(i int) string {
		return fmt.Sprintf("%.4f,%.4f,%d,s%d,s%dt%d", math.Sin(float64(i)/7), math.Cos(float64(i)/11), i%20/15, i/80, i/80, i%80/20)
	})
	t.Chdir(filepath.Dir(path)) // the screen cuts commands with long paths
	atDataOn(t, layout.Size{W: 200, H: 50}, datasets.Options{Paths: []string{filepath.Base(path)}}, func(term *emulated) {
		term.until("✗ not ready", "as proposed", "s0 s1 s2 s3 s4 s5, 80 rows each", "slowness of each column alone", "480 samples of 2 inputs in 24 segments", "label ?", "group ?", "segment ?", "leave them out with --drop", "subject,trial, or say what")
		if text := term.String(); strings.Contains(text, "--label fault") || strings.Contains(text, "label      0 or 1") {
			t.Errorf("something is taken:\n%s", text)
		}
		term.typeKeys("A")
		term.until("○ not started", "--label fault", "480 samples of 2 inputs in 24 segments")
		if text := term.String(); strings.Contains(text, "as proposed") {
			t.Errorf("what is taken is still proposed:\n%s", text)
		}
		term.typeKeys("u")
		term.until("✗ not ready", "as proposed")
	})
}

// Taking all proposals removes at most a tenth of the rows: a column that is mostly a marker is
// dropped, and a marker in a fifth of the rows is not applied.
func TestTakingAllKeepsRows(t *testing.T) {
	table := func(t *testing.T, gap int) string {
		return writeTable(t, "a,b,c,d", 400, func(i int) string {
			c, d := math.Sin(float64(i)/5), math.Cos(float64(i)/9)
			if i%3 > 0 {
				c = -200
			}
			if i%100 < gap {
				d = -200
			}
			return fmt.Sprintf("%.4f,%.4f,%.4f,%.4f", math.Sin(float64(i)/7), math.Cos(float64(i)/11), c, d)
		})
	}
	t.Run("a fifth", func(t *testing.T) {
		atDataOn(t, layout.Size{W: 160, H: 40}, datasets.Options{Paths: []string{table(t, 20)}}, func(term *emulated) {
			term.until("c is missing in 266 of 400 rows", "400 samples")
			term.typeKeys("A")
			term.until("1 of 2 applied", "only 320 of 400 rows", "400 samples of 3 inputs", "-200 stands out in 1 of 3 inputs")
			if text := term.String(); strings.Contains(text, "scales differ") {
				t.Errorf("what may stand for a missing number has a scale:\n%s", text)
			}
			// By itself it is applied after a question, in which the rows stand.
			term.typeKeys("W")
			term.until("Apply it, although only 320 of 400 rows would remain?", "y apply", "n leave it")
			term.typeKeys("y")
			term.until("320 samples of 3 inputs", "u undoes it")
		})
	})
	t.Run("a twentieth", func(t *testing.T) {
		atDataOn(t, layout.Size{W: 160, H: 40}, datasets.Options{Paths: []string{table(t, 5)}}, func(term *emulated) {
			term.until("c is missing in 266 of 400 rows", "400 samples")
			term.typeKeys("A")
			term.until("2 proposals applied: 380 of 400 rows remain", "380 samples of 3 inputs")
			term.until("d        input      real       −1 ") // the minimum of the remaining numbers
		})
	})
}

// Where nothing has to be settled, all that is worth a try is taken but for what leaves fewer samples.
func TestTakingAllThatIsWorthATry(t *testing.T) {
	path := writeTable(t, "a,b,c", 400, func(i int) string {
		a := math.Sin(float64(i) / 5)
		return fmt.Sprintf("%.4f,%.4f,%.4f", a, math.Cos(float64(i)/9), a)
	})
	atDataOn(t, layout.Size{W: 160, H: 40}, datasets.Options{Paths: []string{path}}, func(term *emulated) {
		term.until("c is a copy of a", "rows contain no past values")
		term.typeKeys("A")
		term.until("400 samples of 2 inputs", "c        drop")
		term.typeKeys("A")
		term.until("400 samples of 2 inputs", "nothing has to be decided; W accepts the optional proposals")
	})
}

// What is proposed behind a change is about the data as it is then. A column of words becomes one
// of numbers, most of which are missing; -999 is no value far out once it counts as missing.
func TestProposalsFollowTheData(t *testing.T) {
	wide := layout.Size{W: 160, H: 40}
	t.Run("a word", func(t *testing.T) {
		path := writeTable(t, "a,b,c", 400, func(i int) string {
			b := "off"
			if i%5 == 0 {
				b = fmt.Sprintf("%.4f", math.Cos(float64(i)/5))
			}
			return fmt.Sprintf("%.4f,%s,%.4f", math.Sin(float64(i)/9), b, math.Sin(float64(i*i)))
		})
		atDataOn(t, wide, datasets.Options{Paths: []string{path}}, func(term *emulated) {
			term.until("b is text")
			term.typeKeys(":")
			term.until("settings")
			term.typeKeys("missing-value off\r")
			term.until("b is missing in 320 of 400 rows")
		})
	})
	t.Run("a number", func(t *testing.T) {
		path := writeTable(t, "a,b,c,state", 400, func(i int) string {
			a := fmt.Sprintf("%.4f", math.Sin(float64(i)/9))
			if i%50 == 7 {
				a = "-999"
			}
			return fmt.Sprintf("%s,%.4f,%.4f,%s", a, math.Cos(float64(i)/5), math.Sin(float64(i*i)), []string{"on", "off"}[i/40%2])
		})
		atDataOn(t, wide, datasets.Options{Paths: []string{path}}, func(term *emulated) {
			term.until("2 open questions", "state looks like a label")
			term.typeKeys("A")
			term.until("400 samples of 3 inputs", "no open questions")
			term.typeKeys("u")
			term.until("✗ not ready", "2 open questions", "state looks like a label")
		})
	})
}

// If the only rows of a label contain missing numbers, the proposal that removes them is not
// applied.
func TestTakingAllKeepsLabels(t *testing.T) {
	path := writeTable(t, "a,b,state", 400, func(i int) string {
		b, state := fmt.Sprintf("%.4f", math.Cos(float64(i)/5)), "rest"
		if i%200 < 5 {
			b = ""
		}
		if i%200 == 2 {
			state = "spike"
		}
		return fmt.Sprintf("%.4f,%s,%s", math.Sin(float64(i)/7), b, state)
	})
	atDataOn(t, layout.Size{W: 160, H: 40}, datasets.Options{Paths: []string{path}}, func(term *emulated) {
		term.until("state looks like a label", "10 numbers missing", "they keep", "390 of 400 rows", "no sample of spike")
		term.typeKeys("A")
		term.until("1 of 2 applied", "no sample of spike would remain, and 390 of 400 rows")
		term.typeKeys("W")
		term.until("Apply it, although no sample of spike would remain, and 390 of 400 rows?")
		term.typeKeys("nw")
		term.until("▸w open questions", "10 numbers missing")
	})
}

// The flag that an error recommends is proposed, is a row of the preparation, and is a command
// of the palette.
func TestRemediesOfErrors(t *testing.T) {
	dir := t.TempDir()
	for name, header := range map[string]string{"1.csv": "a,b", "2.csv": "b,a", "3.csv": "a,b"} {
		var lines strings.Builder
		fmt.Fprintln(&lines, header)
		for i := range 60 {
			fmt.Fprintf(&lines, "%.4f,%.4f\n", math.Sin(float64(i)/7), math.Cos(float64(i*i)))
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(lines.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	o := datasets.Options{Paths: []string{dir}}
	t.Run("proposed", func(t *testing.T) {
		atDataOn(t, layout.Size{W: 160, H: 40}, o, func(term *emulated) {
			term.until("the data cannot be opened as it is", "differing: common")
			term.typeKeys("W")
			term.until("180 samples of 2 inputs")
		})
	})
	t.Run("by its word", func(t *testing.T) {
		atDataOn(t, layout.Size{W: 160, H: 40}, o, func(term *emulated) {
			term.until("the data cannot be opened as it is")
			term.typeKeys(":")
			term.until("settings")
			term.typeKeys("differing leave-out\r")
			term.until("120 samples of 2 inputs")
		})
	})
	t.Run("roles", func(t *testing.T) {
		path := writeTable(t, "a,b,c,state", 200, func(i int) string {
			return fmt.Sprintf("%.4f,%.4f,%.4f,%s", math.Sin(float64(i)/9), math.Cos(float64(i)/5), 2+math.Sin(float64(i*i)), []string{"on", "off"}[i/40%2])
		})
		atDataOn(t, layout.Size{W: 160, H: 40}, datasets.Options{Paths: []string{path}}, func(term *emulated) {
			term.until("state looks like a label")
			for _, typed := range []string{"label state", "drop b", "transition-importance c"} {
				term.typeKeys(":")
				term.until("settings")
				term.typeKeys(typed + "\r")
			}
			term.until("200 samples of 1 input", "2 labels", "c        transition")
			term.typeKeys(":")
			term.until("settings")
			term.typeKeys("target d\r")
			term.until("d: there is no such column")
		})
	})
	t.Run("segments of several columns", func(t *testing.T) {
		path := writeTable(t, "date,country,product,shop,v,w", 360, func(i int) string {
			unit, day := i%12, i/12
			v := float64(unit*unit%7) + math.Sin(float64(day)/9)
			return fmt.Sprintf("2020-01-%02d,c%d,p%d,s%d,%.4f,%.4f", day+1, unit/6, unit/2%3, unit%2, v, 2*v+math.Cos(float64(day+unit)/5))
		})
		atDataOn(t, layout.Size{W: 160, H: 40}, datasets.Options{Paths: []string{path}}, func(term *emulated) {
			term.until("the rows list each combination of country, product and shop", "product  segment ?", "shop     segment ?")
			term.typeKeys("W")
			term.until("360 samples of 2 inputs in 12 segments", "shop     segment ", "product  segment ")
			for _, c := range []struct{ typed, until string }{
				{"segment sohp,porduct", "did you mean shop? porduct: there is no such column; did you mean product?"},
				{"segment shop, product", "360 samples of 2 inputs in 12 segments"},
				{"drop shop", "shop     drop "},
			} {
				term.typeKeys(":")
				term.until("settings")
				term.typeKeys(c.typed + "\r")
				term.until(c.until, "product  segment ")
			}
		})
	})
	t.Run("all have a word", func(t *testing.T) {
		atDataOn(t, layout.Size{W: 160, H: 40}, o, func(term *emulated) {
			term.until("the data cannot be opened as it is")
			term.typeKeys(":")
			// One of the data is a command, one of the sweep a setting.
			of := map[string]string{":%s ": "differing test-data split-column transpose name image-size array gaps missing missing-value clock cut-by columns unit label segment group target importance transition-importance drop memory where embed stft log resample normalise limit",
				"›%s ": "front folds inner validation split-by repeats leave-one-out gap train-fraction standardize clip readout objective seal-test onset"}
			for form, words := range of {
				for _, word := range strings.Fields(words) {
					term.until("names")
					term.typeKeys(word)
					term.until(fmt.Sprintf(form, word))
					term.typeKeys("\x1b")
				}
			}
			term.typeKeys("\x1b")
			term.until("the data cannot be opened as it is")
		})
	})
}
