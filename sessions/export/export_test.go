package export_test

import (
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/export"
	"example.com/sfatui/sessions/sessiontest/recorded"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares text with a file.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
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

// written returns the output of the exporter of a format.
func written(t testing.TB, s *sessions.Session, format string) string {
	t.Helper()
	e, ok := export.Named(format)
	if !ok {
		t.Fatalf("there is no format %s", format)
	}
	var b strings.Builder
	must(t, e.Write(t.Context(), &b, s, export.Options{}))
	return b.String()
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// The golden report contains the IDs of measures in place of their labels,
// which the golden files of screens and commands contain.
func TestMarkdown(t *testing.T) {
	text := written(t, recorded.Swept(t, nil), "md")
	for _, m := range measure.All() {
		text = strings.ReplaceAll(text, "; "+m.Label+" ", "; "+m.ID+" ")
	}
	golden(t, "words.md", text)
}

func TestCSV(t *testing.T) {
	s := recorded.Swept(t, nil)
	text := written(t, s, "csv")
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
		if row[at["key"]] != e.Key || row[at["sigma"]] != kernel.Sigma.Of(e.Point).String() || row[at["error"]] != r.Error {
			t.Errorf("row %d is %q", i+1, row)
		}
		if mean := fmt.Sprint(float64(r.Slowness.MeanTest)); r.Error == "" && row[at["slowness_mean_test"]] != mean || r.Error != "" && row[at["slowness_mean_test"]] != "" {
			t.Errorf("slowness of row %d is %q, not %s", i+1, row[at["slowness_mean_test"]], mean)
		}
	}
}

// Every field of a result has a column.
func TestCSVOfEverything(t *testing.T) {
	one := part.Float(1)
	s := recorded.SweptWith(t, nil, func(r *result.Result) {
		r.RMSE, r.MAE, r.NValidation, r.Supports = &one, &one, 3, 4
		r.Spectrum = &result.Spectrum{Rank: []int{1, 20}, Value: []part.Float{1, 1e-9}, Cut: 1e-12}
		r.Fourier = []result.Harmonic{{R2: 1, Wave: []int{1, 0}, Corr: -1}}
		r.Latent = &result.LatentMatch{Feature: []int{1}, Train: []part.Float{-1}}
		r.Graph = &result.GraphReport{Delta: []part.Float{1, 2}, Components: 1}
	})
	rows, err := csv.NewReader(strings.NewReader(written(t, s, "csv"))).ReadAll()
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
	s := recorded.Empty(t, 2)
	if text := written(t, s, "csv"); text != "key\r\n" {
		t.Errorf("CSV is %q", text)
	}
	if text := written(t, s, "json"); text != "" {
		t.Errorf("JSON is %q", text)
	}
	for _, text := range []string{written(t, s, "md"), written(t, s, "html")} {
		if !strings.Contains(text, "no validation scores to choose by") || !strings.Contains(text, "0 of 2 fits") {
			t.Errorf("the report is\n%s", text)
		}
	}
}

func TestJSONLines(t *testing.T) {
	s := recorded.Swept(t, nil)
	lines := strings.Split(strings.TrimSuffix(written(t, s, "json"), "\n"), "\n")
	if len(lines) != 13 || !strings.HasPrefix(lines[12], `{"choice":{"key":"`) {
		t.Fatalf("%d lines, the last is %s", len(lines), lines[len(lines)-1])
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
	page := written(t, recorded.Swept(t, nil), "html")
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
		"<figcaption>test slowness ↓ lower is better</figcaption>", "tolerance 0.05", "violates unit variance: σ=10 λ=0: 0.5", "best: σ=10 λ=0.001: 0.705 ± 0.005",
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

// The texts of a session may come from a stranger.
func TestReportsOfHostileText(t *testing.T) {
	const evil = "</title><script>alert(1)</script>|`x`\x1b]0;x\x07*\u202e"
	s := recorded.Swept(t, func(h *sessions.Header) {
		h.Name, h.Data.Name, h.CPU, h.Data.Sources[0].Path, h.Data.Options.Label = evil, evil, evil, evil, evil+"```"
		h.Spec.Set("sigma", evil)
	})
	page, text := written(t, s, "html"), written(t, s, "md")
	if strings.Contains(page, "<script") || strings.Count(page, "</title>\n") != 1 {
		t.Errorf("the page is\n%s", page)
	}
	prose := regexp.MustCompile("(?s)````.*?````").ReplaceAllString(text, "")
	if regexp.MustCompile(`(^|[^\\])(<script|`+"`x"+`)`).MatchString(prose) || !strings.Contains(text, "````sh") {
		t.Errorf("the report is\n%s", text)
	}
	for _, bad := range []string{"\x1b", "\x07", "\u202e"} {
		if strings.Contains(page+text+written(t, s, "csv"), bad) {
			t.Errorf("there is %q", bad)
		}
	}
}
