package propose_test

import (
	"fmt"
	"io/fs"
	"math"
	"path/filepath"
	"slices"
	"testing"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/builtin"
	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/inspect"
	"example.com/sfatui/datasets/propose"
	"example.com/sfatui/datasets/realdata"
	"example.com/sfatui/datasets/recipe"
	"example.com/sfatui/datasets/survey"
	"example.com/sfatui/datasets/testenv"
)

// taken is data with proposals accepted as in the workbench: all urgent ones at
// once, until none is left, except those that would lose too many rows.
type taken struct {
	options datasets.Options
	set     *data.Set // nil if it cannot be opened
	flags   []string
	left    []string // proposals that were not accepted
}

// takeAll accepts all proposals.
func takeAll(t *testing.T, o datasets.Options) taken {
	t.Helper()
	k := taken{options: o}
	seen := propose.Situation{Options: o}
	var err error
	if seen.Survey, err = datasets.Survey(t.Context(), o); err != nil {
		return k
	}
	for range 5 {
		if k.set, err = datasets.Open(t.Context(), k.options, nil); err == nil {
			if seen.Report, err = inspect.ReportOf(t.Context(), k.set); err != nil {
				t.Fatal(err)
			}
		}
		seen.Options = k.options
		all := slices.DeleteFunc(propose.All(seen), func(p propose.Proposal) bool { return !p.Urgent || slices.Contains(k.left, p.ID) })
		if len(all) == 0 {
			return k
		}
		next := k.with(t, all, &seen)
		set, err := datasets.Open(t.Context(), next.options, nil)
		if err == nil && propose.LossOf(seen.Survey, next.options, set).TooMuch() {
			rest := slices.DeleteFunc(slices.Clone(all), propose.Proposal.LeavesRows)
			next = k.with(t, rest, &seen)
			for _, p := range all {
				if p.LeavesRows() {
					next.left = append(next.left, p.ID)
				}
			}
		}
		k = next
		if seen.Survey, err = datasets.Survey(t.Context(), k.options); err != nil {
			t.Fatalf("%v with %v: %v", o.Paths, k.flags, err)
		}
	}
	t.Errorf("%v: with %v there are still proposals", o.Paths, k.flags)
	return k
}

// with accepts proposals. Preparation that the engine fits is only recorded.
func (k taken) with(t *testing.T, all []propose.Proposal, seen *propose.Situation) taken {
	k.options.Drop, k.options.MissingValues = slices.Clone(k.options.Drop), slices.Clone(k.options.MissingValues)
	k.flags, k.left = slices.Clone(k.flags), slices.Clone(k.left)
	for _, p := range all {
		for _, c := range p.Changes {
			k.flags = append(k.flags, c.Flag+"="+c.Value)
			values := []string{c.Value}
			for _, s := range recipe.Settings(k.options) {
				if c.Adds && s.Name == c.Flag {
					values = append(slices.Clone(s.Values), c.Value)
				}
			}
			known, err := recipe.Apply(&k.options, c.Flag, values...)
			if err != nil {
				t.Fatal(err)
			}
			if !known { // standardize and clip, of the engine
				seen.Standardized = true
				k.left = append(k.left, p.ID)
			}
		}
	}
	return k
}

// losesNothing accepts all proposals for a path, and fails if labels or more
// than a tenth of the rows are lost, if a column of a few texts is lost, or if
// data that opened no longer does. It reports whether the data opens.
func losesNothing(t *testing.T, path string) bool {
	t.Helper()
	o := datasets.Options{Paths: []string{path}}
	before, err := datasets.Survey(t.Context(), o)
	if err != nil {
		return false
	}
	opened, bare := datasets.Open(t.Context(), o, nil)
	k := takeAll(t, o)
	if k.set == nil {
		if bare == nil {
			t.Errorf("%s opens, but not with what is proposed: %v", path, k.flags)
		}
		return false
	}
	if bare == nil && len(opened.Classes) > len(k.set.Classes) {
		t.Errorf("%s: %d labels, of which %d are left with %v", path, len(opened.Classes), len(k.set.Classes), k.flags)
	}
	rows := before.Rows
	if n, _ := k.set.X.Dims(); bare == nil && !k.set.Series {
		rows, _ = opened.X.Dims()
		if float64(n) < 0.9*float64(rows) {
			t.Errorf("%s: %d rows, of which %d are left with %v", path, rows, n, k.flags)
		}
	} else if len(before.Columns) > 0 && before.Tables == len(before.Files) && float64(n) < 0.9*float64(rows) {
		t.Errorf("%s: %d rows, of which %d are left with %v", path, rows, n, k.flags)
	}
	if c := before.Named(k.options.Label); c != nil {
		counted := map[float64]bool{} // of numbers and texts, by value if they are numbers
		texts := map[string]bool{}
		for _, v := range c.Values {
			var x float64
			if n, _ := fmt.Sscanf(v.Text, "%g", &x); n == 1 {
				counted[x] = true
			} else if !datasets.MissingLabel(v.Text) {
				texts[v.Text] = true
			}
		}
		if want := len(counted) + len(texts); want != len(k.set.Classes) {
			t.Errorf("%s: column %s has %d labels, and the set %d", path, c.Name, want, len(k.set.Classes))
		}
	}
	return true
}

// No data loses labels or many rows by proposals; without CI a quarter of the files is tried.
func TestTakingAllLosesNothing(t *testing.T) {
	for _, b := range builtin.Sets() {
		losesNothing(t, b.Name)
	}
	roots := []string{realdata.Path(t), realdata.Path(t, "..", "cases", "files"), realdata.Path(t, "..", "cases", "methods"), realdata.Path(t, "..", "cases", "judge"), realdata.Path(t, "..", "cases", "papers")}
	every, found, opened := 4, 0, 0
	if testenv.Full() {
		every = 1
	}
	for _, root := range roots {
		if err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
			if ext := filepath.Ext(path); err != nil || ext == ".md" || ext == ".py" || ext == ".wav" {
				return err // sound is read by its folders
			}
			if found++; found%every == 0 && losesNothing(t, path) {
				opened++
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	if opened < 90/every {
		t.Errorf("only %d files and folders were opened", opened)
	}
}

// A proposal is not accepted if a rare label occurs only in rows with a missing
// number, or if a fifth of the rows would be lost.
func TestLossIsLeft(t *testing.T) {
	rare := []string{"a,b,state"}
	holes := []string{"a,b"}
	for i := range 400 {
		state, b := "rest", fmt.Sprint(math.Sin(float64(i)/5))
		if i%40 < 5 {
			b = "" // longer than what is filled
		}
		if i%40 == 2 {
			state = "spike"
		}
		rare = append(rare, fmt.Sprintf("%g,%s,%s", math.Cos(float64(i)/7), b, state))
		if i%40 < 9 {
			b = ""
		}
		holes = append(holes, fmt.Sprintf("%g,%s", math.Cos(float64(i)/7), b))
	}
	for name, lines := range map[string][]string{"rare": rare, "holes": holes} {
		o := datasets.Options{Paths: []string{written(t, name+".csv", lines...)}}
		if k := takeAll(t, o); k.options.Missing != "" || !slices.Contains(k.left, "missing") {
			t.Errorf("%s: taken %v, left %v", name, k.flags, k.left)
		}
		o.Missing, o.Label = "interpolate:3", map[string]string{"rare": "state"}[name]
		s, set := surveyedAndOpened(t, o)
		loss := propose.LossOf(s, o, set)
		want := propose.Loss{Kept: 350, Rows: 400, Labels: []string{"spike"}} // 10 × 5 rows
		if name == "holes" {
			want = propose.Loss{Kept: 310, Rows: 400} // 10 × 9 rows
		}
		if loss.Kept != want.Kept || loss.Rows != want.Rows || !slices.Equal(loss.Labels, want.Labels) || !loss.TooMuch() {
			t.Errorf("%s: %+v, want %+v", name, loss, want)
		}
	}
}

// surveyedAndOpened returns the survey of data and the data.
func surveyedAndOpened(t *testing.T, o datasets.Options) (*survey.Survey, *data.Set) {
	t.Helper()
	s, err := datasets.Survey(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	set, err := datasets.Open(t.Context(), o, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s, set
}

// Of windows the rows that they span are counted: of 100 rows in windows of 5, 2 apart, the last is
// in none, nor are the rows of a segment that is shorter than a window.
func TestLossOfWindows(t *testing.T) {
	lines := []string{"x,trial"}
	for trial, n := range []int{100, 100, 3} {
		for i := range n {
			lines = append(lines, fmt.Sprintf("%g,t%d", math.Sin(float64(i)/3), trial))
		}
	}
	o := datasets.Options{Paths: []string{written(t, "trials.csv", lines...)}, Segment: "trial", Embed: "l=5,delta=2"}
	s, set := surveyedAndOpened(t, o)
	if got := propose.LossOf(s, o, set); got.Kept != 198 || got.Rows != 203 || got.TooMuch() {
		t.Errorf("%+v, want 198 of 203 rows", got)
	}
	o.Embed = "l=60,delta=21" // two windows in each long trial, of 81 rows together
	if s, set = surveyedAndOpened(t, o); propose.LossOf(s, o, set).Kept != 162 || !propose.LossOf(s, o, set).TooMuch() {
		t.Errorf("%+v, want 162 of 203 rows", propose.LossOf(s, o, set))
	}
}

// Rows are counted to the end of the files, also where the survey ends before: of 240,000 rows, the
// last 40,000 and one other lack a number. That one is filled.
func TestLossBeyondSurvey(t *testing.T) {
	lines := []string{"a,b"}
	for i := range 240_000 {
		if i >= 200_000 || i == 7 {
			lines = append(lines, fmt.Sprintf("%d,", i%91))
		} else {
			lines = append(lines, fmt.Sprintf("%d,%d", i%91, i%37))
		}
	}
	path := written(t, "long.csv", lines...)
	for missing, kept := range map[string]int{"interpolate:3": 200_000, "split": 199_999} {
		o := datasets.Options{Paths: []string{path}, Missing: missing}
		s, set := surveyedAndOpened(t, o)
		if got := propose.LossOf(s, o, set); got.Kept != kept || got.Rows != 240_000 || !got.TooMuch() {
			t.Errorf("%s: %+v, want %d of 240000 rows", missing, got, kept)
		}
	}
}
