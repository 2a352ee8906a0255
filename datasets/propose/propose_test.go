package propose_test

import (
	"fmt"
	"image"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/inspect"
	"example.com/sfatui/datasets/propose"
	"example.com/sfatui/datasets/realdata"
)

// proposed returns the changes proposed for files, one line per proposal, with
// ! before urgent ones. Data that opens is opened without roles.
func proposed(t *testing.T, o datasets.Options) []string {
	t.Helper()
	seen := propose.Situation{Options: o}
	var err error
	if seen.Survey, err = datasets.Survey(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	if len(seen.Survey.Files) > 1 { // sound need not be read
	} else if set, err := datasets.Open(t.Context(), o, nil); err == nil {
		if seen.Report, err = inspect.ReportOf(t.Context(), set); err != nil {
			t.Fatal(err)
		}
	}
	var lines []string
	for _, p := range propose.All(seen) {
		if p.ID == "" || p.What == "" || p.Why == "" || p.Gives == "" || len(p.Changes) == 0 {
			t.Errorf("a proposal lacks a text: %+v", p)
		}
		line := ""
		if p.Urgent {
			line = "!"
		}
		for _, c := range p.Changes {
			line += " " + c.Flag + "=" + c.Value
		}
		lines = append(lines, line)
	}
	return lines
}

func wantProposed(t *testing.T, o datasets.Options, want ...string) {
	t.Helper()
	if got := proposed(t, o); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%v: proposed\n%s\nwant\n%s", o.Paths, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// written writes a file of lines and returns its path.
func written(t *testing.T, name string, lines ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// sensors returns a table of trials of subjects: a clock that restarts with
// each, three inputs of different scales, and whether there is a fault.
func sensors() []string {
	lines := []string{"t,temp,pressure,current,fault,subject,trial"}
	for subject := range 6 {
		for trial := range 4 {
			for i := range 60 {
				x := float64(i + 7*trial + 3*subject)
				lines = append(lines, fmt.Sprintf("%.2f,%.4f,%.1f,%.6f,%d,s%d,s%dt%d", float64(i)/100, 20+3*math.Sin(x/9), 101000+600*math.Cos(x/13),
					0.002+0.001*math.Sin(x/5), i/45, subject, subject, trial))
			}
		}
	}
	return lines
}

func TestSensors(t *testing.T) {
	path := written(t, "sensors.csv", sensors()...)
	wantProposed(t, datasets.Options{Paths: []string{path}},
		"! standardize=true", "! clock=t", "! label=fault", "! segment=trial group=subject")
	// a setting that is made is not proposed again
	wantProposed(t, datasets.Options{Paths: []string{path}, Label: "fault", Group: "subject", Segment: "trial"}, "! standardize=true", "! clock=t")
}

func TestTables(t *testing.T) {
	table := func(header string, row func(i int) string) []string {
		lines := []string{header}
		for i := range 120 {
			lines = append(lines, row(i))
		}
		return lines
	}
	wave := func(i int, by float64) float64 { return math.Sin(float64(i)/by) + 0.1*math.Cos(float64(i*i)) }
	for name, c := range map[string]struct {
		lines []string
		want  []string
	}{
		"two waves":        {table("a,b", func(i int) string { return fmt.Sprintf("%g,%g", wave(i, 7), wave(i, 3)) }), nil},
		"without a header": {table("0.5,0.5,1", func(i int) string { return fmt.Sprintf("%g,%g,%g", wave(i, 7), wave(i, 3), wave(i, 5)) }), nil},
		"two switches, which may be inputs": {table("a,b,up,down", func(i int) string {
			return fmt.Sprintf("%g,%g,%d,%d", wave(i, 7), wave(i, 3), i/7%2, i/5%2)
		}), nil},
		"text that tells nothing": {table("a,b,remark", func(i int) string { return fmt.Sprintf("%g,%g,no %d %d", wave(i, 7), wave(i, 3), i, i*i) }),
			[]string{"! drop=remark"}},
		"words that come again": {table("a,b,what", func(i int) string {
			return fmt.Sprintf("%g,%g,%s", wave(i, 7), wave(i, 3), []string{"sit", "walk", "run"}[i/13%3])
		}),
			[]string{"! label=what"}},
		"quantities, which name no class": {table("a,b,load", func(i int) string {
			return fmt.Sprintf("%g,%g,%d%%", wave(i, 7), wave(i, 3), 5*(i/13%3))
		}),
			[]string{"! drop=load"}},
		"codes": {table("a,b,dose", func(i int) string {
			return fmt.Sprintf("%g,%g,%da", wave(i, 7), wave(i, 3), i/13%3)
		}),
			[]string{"! label=dose"}},
		"one text in stretches": {table("a,b,piece", func(i int) string { return fmt.Sprintf("%g,%g,p%d", wave(i, 7), wave(i, 3), i/20) }),
			[]string{"! segment=piece"}},
		"holes": {table("a,b", func(i int) string {
			if i%17 == 3 {
				return fmt.Sprintf("%g,", wave(i, 7))
			}
			return fmt.Sprintf("%g,%g", wave(i, 7), wave(i, 3))
		}), []string{"! missing=interpolate:3"}},
		"a marker": {table("a,b,c", func(i int) string {
			if i%17 == 3 {
				return fmt.Sprintf("%g,-200,-200", wave(i, 7))
			}
			return fmt.Sprintf("%g,%g,%g", wave(i, 7), wave(i, 3), wave(i, 5))
		}), []string{"! missing-value=-200 missing=interpolate:3"}},
		"a marker in most rows of a column": {table("a,b,c,d", func(i int) string {
			c, d := wave(i, 5), wave(i, 3)
			if i%3 > 0 {
				c = -200
			}
			if i%17 == 3 {
				d = -200
			}
			return fmt.Sprintf("%g,%g,%g,%g", wave(i, 7), wave(i, 2), c, d)
		}), []string{"! drop=c", "! missing-value=-200 missing=interpolate:3"}},
		"half of the inputs count for nothing": {table("a,b,c,d", func(i int) string {
			return fmt.Sprintf("%g,%g,%g,%g", wave(i, 7), wave(i, 3), 20*wave(i, 5), 20*wave(i, 4))
		}), []string{"! standardize=true"}},
		"one of two is twice as wide": {table("a,b", func(i int) string { return fmt.Sprintf("%g,%g", wave(i, 7), 3*wave(i, 3)) }), nil},
		"a few values far out": {table("a,b", func(i int) string {
			b := wave(i, 3)
			if i == 30 {
				b = 171.5
			}
			return fmt.Sprintf("%g,%g", wave(i, 7), b)
		}), []string{"! clip=quantile:0.01"}},
		"a value so far out that it moves the mean": {table("a,b", func(i int) string {
			b := wave(i, 3)
			if i == 30 {
				b = 1e6
			}
			return fmt.Sprintf("%g,%g", wave(i, 7), b)
		}), []string{"! clip=quantile:0.01"}},
		"a value far out in an input that is wide": {table("a,b,c", func(i int) string {
			b := 1000 * wave(i, 3)
			if i == 30 {
				b = 171500
			}
			return fmt.Sprintf("%g,%g,%g", wave(i, 7), b, wave(i, 4))
		}), []string{"! clip=quantile:0.01", "! standardize=true"}},
		"mostly holes": {table("a,b,c", func(i int) string {
			if i%3 > 0 {
				return fmt.Sprintf("%g,%g,", wave(i, 7), wave(i, 3))
			}
			return fmt.Sprintf("%g,%g,%g", wave(i, 7), wave(i, 3), wave(i, 4))
		}), []string{"! drop=c"}},
		"a year in decimals beside its month": {table("a,b,when,m", func(i int) string {
			return fmt.Sprintf("%g,%g,%.3f,%d", wave(i, 7), wave(i, 3), 1950+(float64(i)+0.5)/12, 1+i%12)
		}), []string{"! clock=when"}},
		"counters that begin anew": {table("a,b,hour,k", func(i int) string {
			return fmt.Sprintf("%g,%g,%d,%d", wave(i, 7), wave(i, 3), i%24, i%5)
		}), nil},
		"a clock behind one that begins anew": {table("a,b,t,n", func(i int) string {
			return fmt.Sprintf("%g,%g,%d,%d", wave(i, 7), wave(i, 3), i%40, 3*i)
		}), []string{"! clock=n", "! drop=t"}},
		"the newest row first": {table("a,b,time", func(i int) string {
			return fmt.Sprintf("%g,%g,%d", wave(i, 7), wave(i, 3), 500-i)
		}), []string{"! clock=time:reverse"}},
		"the newest day first": {table("a,b,day", func(i int) string {
			return fmt.Sprintf("%g,%g,2016-%02d-%02d", wave(i, 7), wave(i, 3), 12-i/28, 28-i%28)
		}), []string{"! clock=day:reverse"}},
		"cycles of engines": {table("a,b,unit no,k", func(i int) string {
			return fmt.Sprintf("%g,%g,%d,%d", wave(i, 7), wave(i, 3), 1+i/35, 1+i%35)
		}), []string{"! clock=k", "! segment=unit no group=unit no"}},
		"cycles of engines, without names": {table("1,1,0.5,0.1", func(i int) string {
			return fmt.Sprintf("%d,%d,%g,%g", 1+(i+1)/35, 1+(i+1)%35, wave(i, 7), wave(i, 3))
		}), []string{"! clock=x2", "! segment=x1 group=x1"}},
		"units of moments": {table("a,b,time,k", func(i int) string {
			return fmt.Sprintf("%g,%g,%d,%d", wave(i, 7), wave(i, 3), i/30, 1+i%30)
		}), []string{"! standardize=true"}},
		"units of moments, by their name": {table("a,b,k,machine", func(i int) string {
			return fmt.Sprintf("%g,%g,%d,%d", wave(i, 7), wave(i, 3), 1+i/40, 1+i%40)
		}), []string{"! standardize=true"}},
		"cycles of numbers": {table("a,b,id,cycle", func(i int) string {
			return fmt.Sprintf("%g,%g,%d,%d", wave(i, 7), wave(i, 3), 1+i/35, 1+i%35)
		}), []string{"! clock=cycle", "! segment=id group=id"}},
		"pieces that a seconds' clock times": {table("a,b,no,sec", func(i int) string {
			return fmt.Sprintf("%g,%g,%d,%.2f", wave(i, 7), wave(i, 3), 7+i/50*i/50, 0.01*float64(i%50))
		}), []string{"! clock=sec", "! segment=no group=no"}},
		"pieces by uneven times": {table("a,b,no,t", func(i int) string {
			return fmt.Sprintf("%g,%g,%d,%.3f", wave(i, 7), wave(i, 3), 7+i/50*i/50, float64(i%50)+0.4*math.Sin(float64(i*i)))
		}), []string{"! clock=t", "! segment=no group=no"}},
		"subjects in turns": {table("a,b,who,k", func(i int) string {
			return fmt.Sprintf("%g,%g,%d,%d", wave(i, 7), wave(i, 3), i%4, i/4)
		}), []string{"! standardize=true"}},
		"months of years": {table("1950,1,0.5,0.1", func(i int) string {
			return fmt.Sprintf("%d,%d,%g,%g", 1950+(i+1)/12, 1+(i+1)%12, wave(i, 7), wave(i, 3))
		}), nil},
		"a counter beside another's stretches": {table("a,b,c,k", func(i int) string {
			return fmt.Sprintf("%g,%g,%d,%d", wave(i, 7), wave(i, 3), i/40, i%30)
		}), []string{"! standardize=true"}},
		"a word among numbers": {table("a,b,c", func(i int) string {
			if i%17 == 3 {
				return fmt.Sprintf("%g,***,%g", wave(i, 7), wave(i, 5))
			}
			return fmt.Sprintf("%g,%g,%g", wave(i, 7), wave(i, 3), wave(i, 5))
		}), []string{"! missing-value=*** missing=interpolate:3"}},
		"a word in most rows of a column": {table("a,b,c", func(i int) string {
			if i%5 > 0 {
				return fmt.Sprintf("%g,off,%g", wave(i, 7), wave(i, 5))
			}
			return fmt.Sprintf("%g,%g,%g", wave(i, 7), wave(i, 3), wave(i, 5))
		}), []string{"! drop=b"}},
		"two columns of words": {table("a,b,what,where", func(i int) string {
			return fmt.Sprintf("%g,%g,%s,%s", wave(i, 7), wave(i, 3), []string{"sit", "walk", "run"}[i/13%3], []string{"in", "out"}[i/7%2])
		}), []string{"! label=where", "! drop=what"}},
		"pieces of persons of two kinds": {table("a,b,piece,who,kind", func(i int) string {
			return fmt.Sprintf("%g,%g,p%d,w%d,%s", wave(i, 7), wave(i, 3), i/10, i/10%4, []string{"u", "v"}[i/10%2])
		}), []string{"! label=kind", "! segment=piece group=who"}},
		"a label that is mostly missing": {table("a,b,label of", func(i int) string {
			if i%3 > 0 {
				return fmt.Sprintf("%g,%g,", wave(i, 7), wave(i, 3))
			}
			return fmt.Sprintf("%g,%g,%d", wave(i, 7), wave(i, 4), i/30%2)
		}), []string{"! label=label of"}},
		"parts of a split": {table("a,b,part,what", func(i int) string {
			return fmt.Sprintf("%g,%g,%s,%s", wave(i, 7), wave(i, 3), []string{"train", "Test"}[i/80], []string{"sit", "walk", "run"}[i/13%3])
		}), []string{"! split-column=part", "! label=what"}},
		"one column, which rises": {table("count", func(i int) string { return fmt.Sprint(i) }), nil},
		"a target":                {table("a,b,target", func(i int) string { return fmt.Sprintf("%g,%g,%g", wave(i, 7), wave(i, 3), wave(i, 9)) }), []string{"! target=target"}},
	} {
		t.Run(name, func(t *testing.T) {
			wantProposed(t, datasets.Options{Paths: []string{written(t, "table.csv", c.lines...)}}, c.want...)
		})
	}
}

// The class of an ARFF file is its label: it is not proposed to be dropped,
// regardless of other errors, unless another column is to be the label.
func TestRolesOfFormats(t *testing.T) {
	lines := []string{"@relation r", "@attribute x numeric", "@attribute v numeric", "@attribute smoker {yes,no}", "@attribute 'what it is' {'a b',c}", "@data"}
	for i := range 60 {
		lines = append(lines, fmt.Sprintf("%g,%g,%s,%s", math.Sin(float64(i)), math.Cos(float64(i*i)), []string{"yes", "no"}[i/7%2], []string{"'a b'", "c"}[i/11%2]))
	}
	path := written(t, "a.arff", lines...)
	wantProposed(t, datasets.Options{Paths: []string{path}}, "! drop=smoker")
	wantProposed(t, datasets.Options{Paths: []string{path}, Drop: []string{"smoker"}})
	wantProposed(t, datasets.Options{Paths: []string{path}, Label: "smoker"}, "! drop=what it is")
}

func TestPatterns(t *testing.T) {
	for _, c := range []struct {
		names string
		want  string
	}{
		{"s01_head_1.wav s01_heed_1.wav s01_head_2.wav s01_heed_2.wav s02_head_1.wav s02_heed_1.wav s02_head_2.wav s02_heed_2.wav", "{group}_{label}_{rep}"},
		{"3_theo_0.wav 3_theo_1.wav 7_theo_0.wav 7_theo_1.wav 3_lucas_0.wav 3_lucas_1.wav 7_lucas_0.wav 7_lucas_1.wav 3_ann_0.wav 3_ann_1.wav 7_ann_0.wav 7_ann_1.wav", "{label}_{group}_{rep}"},
		{"i_fr_a-8.wav e_fr_b.wav i_it_c.wav e_it_d-1.wav i_es_e.wav e_es_f.wav i_fr_g.wav e_it_h.wav", "{label}_{group}_{rep}"},
		{"rec-walk-1.csv rec-walk-2.csv rec-run-1.csv rec-run-2.csv", "rec-{label}-{rep}"},
		{"a.wav b.wav c.wav d.wav e.wav", ""},
		{"take 1.wav take 2.wav take 3.wav take 4.wav", ""},
		{"a_1.wav b_2.wav c-3.wav d_4.wav", ""},
		{"a_1.wav a_2.wav", ""},
	} {
		got := ""
		if p := propose.Patterns(strings.Fields(strings.ReplaceAll(c.names, "take ", "take\u00a0"))); p != nil {
			got = p[0].Written
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.names, got, c.want)
		}
	}
}

// The proposals for real sets are exactly the expected ones.
func TestSharedSets(t *testing.T) {
	shared := func(elem ...string) datasets.Options {
		return datasets.Options{Paths: []string{realdata.Path(t, elem...)}}
	}
	wantProposed(t, shared("fsdd_three_seven"), "! label=word")
	wantProposed(t, shared("klettres_ie_16k"))
	wantProposed(t, shared("occupancy", "datatraining.txt"), "! standardize=true", "! label=Occupancy")
	wantProposed(t, shared("hvd_espeak_48k"), "! label=word")
	wantProposed(t, shared("ett_h1", "ETTh1.csv"))
	wantProposed(t, shared("digits_8x8", "digits.csv"), "! label=label")
	wantProposed(t, shared("ecg_mitbih208", "ecg_30s.csv"))
	wantProposed(t, datasets.Options{})
}

// The test part of an archive, next to the file of the training part, is
// proposed as test data.
func TestTestPartBeside(t *testing.T) {
	lines := []string{"a,b"}
	for i := range 40 {
		lines = append(lines, fmt.Sprintf("%g,%g", math.Sin(float64(i)), math.Cos(float64(i*i))))
	}
	path := written(t, "Gun_TRAIN.csv", lines...)
	other := strings.Replace(path, "TRAIN", "TEST", 1)
	wantProposed(t, datasets.Options{Paths: []string{path}})
	if err := os.WriteFile(other, []byte(strings.Join(lines, "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	wantProposed(t, datasets.Options{Paths: []string{path}}, " test-data="+other)
	wantProposed(t, datasets.Options{Paths: []string{other}})
	wantProposed(t, datasets.Options{Paths: []string{path}, TestPaths: []string{other}})
}

// A shown proposal stays, and others follow it, except those that give its
// columns another role.
func TestShownProposalsStay(t *testing.T) {
	p := func(id, flag, value string) propose.Proposal {
		return propose.Proposal{ID: id, Changes: []propose.Change{{Flag: flag, Value: value}}}
	}
	shown := []propose.Proposal{p("a", "label", "x"), p("b", "standardize", "true")}
	all := propose.Joined(shown, []propose.Proposal{p("c", "drop", "y"), p("a", "group", "x"), p("d", "segment", "x")})
	if len(all) != 3 || all[0].Changes[0].Flag != "label" || all[1].ID != "b" || all[2].ID != "c" {
		t.Errorf("%+v", all)
	}
}

// For tables with different columns the common columns are proposed if they are
// most of the columns; otherwise files are left out. A column that only some
// have gets no role.
func TestDifferingTables(t *testing.T) {
	dir := func(headers ...string) datasets.Options {
		at := t.TempDir()
		for k, header := range headers {
			lines := []string{header}
			for i := range 40 {
				row := fmt.Sprint(math.Sin(float64(i * (k + 2))))
				for j := range strings.Count(header, ",") {
					row += fmt.Sprintf(",%g", math.Cos(float64(i*(j+3))))
				}
				lines = append(lines, row)
			}
			if err := os.WriteFile(filepath.Join(at, fmt.Sprintf("%d.csv", k)), []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		return datasets.Options{Paths: []string{at}}
	}
	wantProposed(t, dir("a,b", "a,b"))
	wantProposed(t, dir("a,b,c", "a,b"), "! differing=common")
	wantProposed(t, dir("a,b", "A,B", "a,b"), "! differing=leave-out")
}

// A class named none may mean a missing label.
func TestProposeNoLabel(t *testing.T) {
	lines := []string{"a,b,label"}
	for i := range 300 {
		lines = append(lines, fmt.Sprintf("%.4f,%.4f,%s", math.Sin(float64(i)*.05), math.Cos(float64(i)*.4), []string{"walk", "run", "none"}[i/20%3]))
	}
	o := datasets.Options{Paths: []string{written(t, "none.csv", lines...)}, Label: "label"}
	if got := proposed(t, o); !slices.Contains(got, " missing-value=none") {
		t.Errorf("proposed %q", got)
	}
	o.MissingValues = []string{"none"}
	if got := proposed(t, o); slices.Contains(got, " missing-value=none") {
		t.Errorf("proposed again: %q", got)
	}
}

// Images of several sizes are scaled to the smallest width and height; images
// of one size, or already of the smallest, are unchanged.
func TestProposeImageSize(t *testing.T) {
	for name, c := range map[string]struct {
		sizes []image.Point
		want  []string
	}{
		"several": {[]image.Point{{8, 6}, {8, 6}, {9, 9}, {5, 7}}, []string{" image-size=5x6"}},
		"one":     {[]image.Point{{8, 6}, {8, 6}, {8, 6}}, nil},
		"least":   {[]image.Point{{8, 6}, {8, 6}, {9, 9}}, nil},
		"large":   {[]image.Point{{100, 200}, {300, 200}, {300, 250}}, []string{" image-size=45x90"}},
	} {
		dir := t.TempDir()
		for i, size := range c.sizes {
			f, err := os.Create(filepath.Join(dir, fmt.Sprintf("%d.png", i)))
			if err != nil {
				t.Fatal(err)
			}
			grey := image.NewGray(image.Rect(0, 0, size.X, size.Y))
			for k := range grey.Pix {
				grey.Pix[k] = byte(31*k + 7*i)
			}
			if err := png.Encode(f, grey); err != nil {
				t.Fatal(err)
			}
			f.Close()
		}
		got := slices.DeleteFunc(proposed(t, datasets.Options{Paths: []string{dir}}), func(line string) bool { return !strings.Contains(line, "image-size") })
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: proposed %q, want %q", name, got, c.want)
		}
	}
}

// Cells that stand for a missing number are of no scale, whether that is said before or behind the
// look at the columns. Values far out that are clipped propose nothing more.
func TestScalesWithoutWhatIsSettled(t *testing.T) {
	lines := func(far string, every int) []string {
		all := []string{"a,b"}
		for i := range 300 {
			a := fmt.Sprint(math.Sin(float64(i) / 9))
			if i%every == 7 {
				a = far
			}
			all = append(all, fmt.Sprintf("%s,%g", a, math.Cos(float64(i)/5)))
		}
		return all
	}
	ids := func(path string, change func(s *propose.Situation)) string {
		seen := propose.Situation{Options: datasets.Options{Paths: []string{path}}}
		var err error
		if seen.Survey, err = datasets.Survey(t.Context(), seen.Options); err != nil {
			t.Fatal(err)
		}
		change(&seen)
		var found []string
		for _, p := range propose.All(seen) {
			found = append(found, p.ID)
		}
		return strings.Join(found, ", ")
	}
	missing, far := written(t, "m.csv", lines("-999", 50)...), written(t, "f.csv", lines("171.5", 300)...)
	for _, c := range []struct {
		path   string
		change func(s *propose.Situation)
		want   string
	}{
		{missing, func(*propose.Situation) {}, "marker -999"},
		{missing, func(s *propose.Situation) { s.Options.MissingValues = []string{"-999"} }, ""},
		{far, func(*propose.Situation) {}, "clip"},
		{far, func(s *propose.Situation) { s.Standardized = true }, "clip"},
		{far, func(s *propose.Situation) { s.Clipped = true }, ""},
		{far, func(s *propose.Situation) { s.Standardized, s.Clipped = true, true }, ""},
	} {
		if got := ids(c.path, c.change); got != c.want {
			t.Errorf("%s: %q, want %q", c.path, got, c.want)
		}
	}
}

// Windows are proposed if they leave at least as many samples as inputs: of 6 values of 5 inputs
// each, 30.
func TestWindowsLeaveEnoughSamples(t *testing.T) {
	for windows, want := range map[int]bool{28: false, 29: false, 30: true, 1000: true} {
		all := propose.All(propose.Situation{
			Report: &inspect.Report{Samples: 8143, Inputs: 5, InTime: true},
			Advice: &inspect.Advice{L: 6, Epsilon: 252, Delta: 252, Windows: windows},
		})
		if got := slices.ContainsFunc(all, func(p propose.Proposal) bool { return p.ID == "embed" }); got != want {
			t.Errorf("%d windows: proposed %v, want %v", windows, got, want)
		}
	}
}
