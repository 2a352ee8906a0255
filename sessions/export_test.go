package sessions

import (
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/store"
)

var update = flag.Bool("update", false, "write the golden files anew")

// swept is a recorded sweep over three widths, two λ and two folds, with keys
// and numbers that are the same on every machine. One point failed, the points
// of σ = 10 at λ = 0 violate unit variance.
func swept(t testing.TB, change func(*Header)) *Session {
	t.Helper()
	h := testHeader()
	h.Name, h.Engine, h.KernelPath, h.UUID = "words", "0.2.0", "avx2-amd64", "5fa0c0de-0000-4000-8000-000000000002"
	h.Spec = sweep.Spec{Sigma: "log:0.1:10:3", Lambda: "0,1e-3", M: "20", P: "2", Readout: "lda"}
	h.Spec.Split.Folds, h.Spec.Split.Validation, h.Spec.Split.Seed = 2, 0.25, 7
	h.Data.Name, h.Data.Hash = "words.csv", strings.Repeat("d1", 32)
	h.Data.Options.Paths, h.Data.Options.Label = []string{"/data/words.csv"}, "word"
	h.Data.Sources[0].Path, h.Data.Sources[0].SHA256 = "words.csv", strings.Repeat("f1", 32)
	if change != nil {
		change(&h)
	}
	plan := sweptPlan()
	s, err := Create(filepath.Join(t.TempDir(), "words.sfa"), h, plan)
	must(t, err)
	w := newWriter(t, s)
	must(t, w.Handle(event(sweep.Started)))
	for i, e := range plan {
		must(t, w.Handle(sweep.Event{Kind: sweep.PointDone, Result: sweptResult(i, e)}))
	}
	must(t, w.Handle(sweep.Event{Kind: sweep.Ended, Reason: "done"}))
	must(t, w.Close())
	return reopen(t, s)
}

func sweptPlan() []sweep.Entry {
	var plan []sweep.Entry
	for _, sigma := range []float64{0.1, 1, 10} {
		for _, lambda := range []float64{0, 1e-3} {
			for fold := range 2 {
				p := part.Point{
					Method: "sfa", Space: "kernel", Kernel: "gaussian", Sigma: part.Num(sigma), Lambda: part.Num(lambda), M: 20, P: 2, Graph: "time",
					Select: "mp-mah", Basis: "stable", Shift: part.FlagOn, Readout: "lda", Fold: fold, Folds: 2, Validation: part.Num(0.25), Seed: 7,
				}
				plan = append(plan, sweep.Entry{Key: fmt.Sprintf("%064x", len(plan)+1), Point: p, Cost: 1})
			}
		}
	}
	return plan
}

func sweptResult(i int, e sweep.Entry) *result.Result {
	r := &result.Result{Key: e.Key, Point: e.Point, NTrain: 100, NTest: 50, SegmentsTrain: 4, SegmentsTest: 2, Seconds: 0.25}
	if i == 3 {
		r.Error = "rank is 0: use a larger σ, or \"fewer\" supports | see <notes>"
		return r
	}
	x := 0.1 + 0.01*float64(i)
	f := func(v float64) part.Float { return part.Float(v) }
	r.Rank, r.Condition, r.Features = 20, 1e9, 2
	r.Slowness = result.Slowness{Train: []part.Float{f(x), f(2 * x)}, Test: []part.Float{f(x), f(math.NaN())}, MeanTrain: f(1.5 * x), MeanTest: f(2 * x)}
	r.Variance = result.Variance{Mean: 1, Min: 1, Max: f(1 + 1e-12), OK: true}
	if e.Point.Sigma.X == 10 && e.Point.Lambda.X == 0 {
		r.Variance = result.Variance{Mean: 1, Min: 0.5, Max: 1, OK: false}
	}
	r.Accuracy = &result.Accuracy{Sample: f(0.5 + x), Segment: f(0.75)}
	r.Confusion = &result.Confusion{Sample: [][]int{{20, 5}, {6, 19}}}
	r.Validation = &result.Scores{Slowness: f(x), Accuracy: &result.Accuracy{Sample: f(0.5 + x), Segment: f(0.5 + x)}}
	r.Picks, r.Notes = []int{3, 1, 2}, []string{"kept, λ < 1 & σ > 0"}
	return r
}

// golden holds text against a file.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", "export", name)
	if *update {
		must(t, os.MkdirAll(filepath.Dir(path), 0o755))
		must(t, os.WriteFile(path, []byte(got), 0o644))
	}
	want, err := os.ReadFile(path)
	must(t, err)
	if got != string(want) {
		t.Errorf("%s is now\n%s", path, got)
	}
}

// written is what an export writes.
func written(t testing.TB, write func(io.Writer) error) string {
	t.Helper()
	var b strings.Builder
	must(t, write(&b))
	return b.String()
}

func TestMarkdown(t *testing.T) {
	golden(t, "words.md", written(t, swept(t, nil).WriteMarkdown))
}

func TestCSV(t *testing.T) {
	s := swept(t, nil)
	text := written(t, s.WriteCSV)
	golden(t, "words.csv", strings.ReplaceAll(text, "\r\n", "\n"))
	if strings.Count(text, "\r\n") != 13 || strings.Count(text, "\n") != 13 {
		t.Error("lines do not end as RFC 4180 has it")
	}
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	must(t, err)
	at := map[string]int{}
	for j, name := range rows[0] {
		if _, twice := at[name]; twice {
			t.Errorf("two columns %s", name)
		}
		at[name] = j
	}
	for i, e := range s.Plan() {
		row := rows[i+1]
		r, _ := s.State().Result(e.Key)
		if row[at["key"]] != e.Key || row[at["sigma"]] != e.Point.Sigma.String() || row[at["error"]] != r.Error {
			t.Errorf("row %d is %q", i+1, row)
		}
		if mean := fmt.Sprint(float64(r.Slowness.MeanTest)); r.Error == "" && row[at["slowness_mean_test"]] != mean || r.Error != "" && row[at["slowness_mean_test"]] != "" {
			t.Errorf("slowness of row %d is %q, not %s", i+1, row[at["slowness_mean_test"]], mean)
		}
	}
}

// Whatever a result may hold has a column of its own.
func TestCSVOfEverything(t *testing.T) {
	s := swept(t, nil)
	one := part.Float(1)
	for key, p := range s.points {
		r := *p.result
		r.RMSE, r.MAE, r.NValidation, r.Supports = &one, &one, 3, 4
		r.Spectrum = &result.Spectrum{Rank: []int{1, 20}, Value: []part.Float{1, 1e-9}, Cut: 1e-12}
		r.Fourier = []result.Harmonic{{R2: 1, Wave: []int{1, 0}, Corr: -1}}
		r.Latent = &result.LatentMatch{Feature: []int{1}, Train: []part.Float{-1}}
		r.Graph = &result.GraphReport{Delta: []part.Float{1, 2}, Components: 1}
		s.points[key] = point{result: &r, sum: p.sum}
	}
	rows, err := csv.NewReader(strings.NewReader(written(t, s.WriteCSV))).ReadAll()
	must(t, err)
	cells := map[string]string{}
	for j, name := range rows[0] {
		if _, twice := cells[name]; twice {
			t.Errorf("two columns %s", name)
		}
		cells[name] = rows[1][j]
	}
	for name, want := range map[string]string{
		"rmse": "1", "mae": "1", "n_validation": "3", "supports": "4", "spectrum": `{"rank":[1,20],"value":[1,1e-9],"cut":1e-12}`,
		"fourier": `[{"r2":1,"wave":[1,0],"corr":-1}]`, "latent_feature": "[1]", "latent_train_1": "-1", "graph_delta_2": "2", "graph_components": "1",
		"slowness_test_2": "NaN", "shift": "true", "validation": "0.25", "validation_accuracy_segment": "0.6", "confusion_sample": "[[20,5],[6,19]]", "picks": "[3,1,2]",
	} {
		if got, ok := cells[name]; !ok || got != want {
			t.Errorf("%s is %q, not %q", name, got, want)
		}
	}
	if _, ok := cells["latent_test_1"]; ok {
		t.Error("there is a column of what no point has")
	}
}

func TestExportsOfNothing(t *testing.T) {
	s := newSession(t, 2)
	if text := written(t, s.WriteCSV); text != "key\r\n" {
		t.Errorf("CSV is %q", text)
	}
	if text := written(t, s.WriteJSON); text != "" {
		t.Errorf("JSON is %q", text)
	}
	for _, text := range []string{written(t, s.WriteMarkdown), written(t, s.WriteHTML)} {
		if !strings.Contains(text, "nothing to choose by") || !strings.Contains(text, "0 of 2 points") {
			t.Errorf("the report is\n%s", text)
		}
	}
}

func TestJSONLines(t *testing.T) {
	s := swept(t, nil)
	lines := strings.Split(strings.TrimSuffix(written(t, s.WriteJSON), "\n"), "\n")
	if len(lines) != 12 {
		t.Fatalf("%d lines", len(lines))
	}
	for i, e := range s.Plan() {
		var r result.Result
		must(t, json.Unmarshal([]byte(lines[i]), &r))
		if r.Key != e.Key || r.Point != e.Point || r.Seconds != 0.25 {
			t.Errorf("line %d is %s", i+1, lines[i])
		}
	}
}

var svgs = regexp.MustCompile(`(?s)<svg.*?</svg>`)

func TestHTML(t *testing.T) {
	page := written(t, swept(t, nil).WriteHTML)
	drawn := svgs.FindAllString(page, -1)
	if len(drawn) != 5 { // slowness, variance, validation, segments, samples
		t.Errorf("%d plots", len(drawn))
	}
	for _, text := range drawn {
		dec := xml.NewDecoder(strings.NewReader(text))
		for {
			if _, err := dec.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("%v in %s", err, text)
			}
		}
	}
	for _, want := range []string{
		"<figcaption>test slowness</figcaption>", "tolerance 0.05", "violates unit variance: σ=10 λ=0: 0.5", "best: σ=10 λ=0.001: 0.705 ± 0.005",
		"Best point: sigma=10 lambda=0.001", strings.Repeat("d1", 32), "--sigma log:0.1:10:3 --lambda 0,1e-3", "see &lt;notes&gt;", "sfatui run /data/words.csv --label word",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("there is no %q in\n%s", want, page)
		}
	}
	for _, bad := range []string{"<script", "http:", "https:", "<notes>", "src="} {
		if strings.Contains(strings.ReplaceAll(page, `xmlns="http://www.w3.org/2000/svg"`, ""), bad) {
			t.Errorf("there is %q in\n%s", bad, page)
		}
	}
}

// What a session says of itself may come from a stranger.
func TestReportsOfHostileText(t *testing.T) {
	const evil = "</title><script>alert(1)</script>|`x`\x1b]0;x\x07*\u202e"
	s := swept(t, func(h *Header) {
		h.Name, h.Data.Name, h.CPU, h.Data.Sources[0].Path, h.Data.Options.Label, h.Spec.Sigma = evil, evil, evil, evil, evil+"```", evil
	})
	page, text := written(t, s.WriteHTML), written(t, s.WriteMarkdown)
	if strings.Contains(page, "<script") || strings.Count(page, "</title>\n") != 1 {
		t.Errorf("the page is\n%s", page)
	}
	prose := regexp.MustCompile("(?s)````.*?````").ReplaceAllString(text, "")
	if regexp.MustCompile(`(^|[^\\])(<script|`+"`x"+`)`).MatchString(prose) || !strings.Contains(text, "````sh") {
		t.Errorf("the report is\n%s", text)
	}
	for _, bad := range []string{"\x1b", "\x07", "\u202e"} {
		if strings.Contains(page+text+written(t, s.WriteCSV), bad) {
			t.Errorf("there is %q", bad)
		}
	}
}

func TestSave(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.txt")
	text := func(s string) func(io.Writer) error {
		return func(w io.Writer) error { _, err := io.WriteString(w, s); return err }
	}
	holds := func(want string, names int) {
		t.Helper()
		got, err := os.ReadFile(path)
		entries, _ := os.ReadDir(dir)
		if string(got) != want || err != nil || len(entries) != names {
			t.Errorf("the file is %q, %v, among %v", got, err, entries)
		}
	}
	must(t, store.Save(path, false, text("one")))
	holds("one", 1)
	if err := store.Save(path, false, text("two")); !errors.Is(err, fs.ErrExist) || !strings.Contains(err.Error(), "--force") {
		t.Errorf("over a file: %v", err)
	}
	holds("one", 1)
	broken := errors.New("broken")
	if err := store.Save(path, true, func(w io.Writer) error { return errors.Join(text("half")(w), broken) }); !errors.Is(err, broken) {
		t.Errorf("broken off: %v", err)
	}
	holds("one", 1)
	must(t, store.Save(path, true, text("two")))
	holds("two", 1)
	// Somebody makes the file while it is written.
	late := filepath.Join(dir, "late.txt")
	err := store.Save(late, false, func(io.Writer) error { return os.WriteFile(late, []byte("theirs"), 0o644) })
	if got, _ := os.ReadFile(late); !errors.Is(err, fs.ErrExist) || string(got) != "theirs" {
		t.Errorf("made meanwhile: %v, %q", err, got)
	}
	if err := store.Save(dir, true, text("x")); !errors.Is(err, fs.ErrExist) {
		t.Errorf("over a directory: %v", err)
	}
	if err := store.Save(filepath.Join(dir, "no", "a"), false, text("x")); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "create the directory") {
		t.Errorf("into nowhere: %v", err)
	}
}
