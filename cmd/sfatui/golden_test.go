package main

import (
	"bytes"
	"crypto/sha256"
	"flag"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/cmd/sfatui/cli"
)

var update = flag.Bool("update", false, "write the golden files anew")

// A goldenSweep is a command line of run whose points are pinned. DATA is
// replaced by the table of [goldenTable] with the roles that most sweeps use.
type goldenSweep struct{ name, line string }

// goldenSweeps together request every choice of every axis, every split, every
// preparation and every built-in set.
var goldenSweeps = []goldenSweep{
	{"kernels", "LABELS --kernel gaussian,laplacian,gamma-exponential,matern32,matern52,rational-quadratic,arc-sine,linear,poly --sigma 1 --alpha 2 --gamma 1.5 --degree 2 --lambda 0,1e-6 --m 16 --p 3 --readout lda --folds 2"},
	{"select", "LABELS --select mp-mah,online-mah,mp-kpca,random,kmeans,all --draws 2 --readout lda --folds 2 --sigma 1 --lambda 1e-7 --m 12 --p 2"},
	{"threshold", "LABELS --select online-mah --mah-threshold 0.05,0.5 --readout lda SMALL"},
	{"basis", "LABELS --basis stable,printed --select mp-mah,all --select-sigma 2 --readout lda SMALL"},
	{"shift", "LABELS --shift on,off --readout none --sigma rel:0.5,norm:1,50 --lambda 0 --m 12 --p 2 --repeats 1"},
	{"methods", "LABELS --method sfa,pca,pfa,foreca,incremental,random --space linear,poly,0.8exp,kernel --degree 2,3 --rotation none,ica --order 2 --iterations 2 --epochs 2 --readout centroid SMALL"},
	{"draws", "LABELS --method sfa,foreca,incremental,random --select random,kmeans --draws 3 SMALL"},
	{"indefinite", "LABELS --kernel gamma-exponential --gamma 2.5 --indefinite refuse,clip --select all,random SMALL"},
	{"fronts", "LABELS --front none,pca:2,whiten:3,whiten:0.9 --cut auto,1e-3 --readout lda SMALL"},
	{"pca", "LABELS --pca 0.9 --readout lda SMALL"},
	{"layers", "LABELS --layers none,2x2:2x1+1x1:pca2:poly2:sfa2/all:poly2:sfa3 --space linear,kernel SMALL"},
	{"graphs", "LABELS --graph time,clustered,class-pairs,window,gpfa1,gpfa2,edges:edges.csv --pairs all,3 --direction both,future,past --order 2 --iterations 2 --window 5 --graph-knn 4 --readout lda SMALL"},
	{"weights", "LABELS --importance imp --transition-importance timp --weights none,samples,transitions,both --graph time,clustered,window SMALL"},
	{"target", "TARGET --graph time,serial,mixed,window,reorder --window 5 --graph-groups 6 --readout linear,ridge,soft-gaussian,neighbour-mean,none --eta 0.5 --knn 3 --groups 4 SMALL"},
	{"classes of a target", "TARGET --readout soft-gaussian,gaussian-number,centroid-number --estimate mean,median --groups 4 --graph serial SMALL"},
	{"weighed target", "TARGET --importance imp --graph serial,reorder --weights none,samples --objective rmse SMALL"},
	{"codes", "LABELS --front ksvd:4:2,l1:4:0.2,snmf:3,vq:3,measure:2,measure:2:sign --code own,split,soft:0.3 --space linear --readout lda SMALL"},
	{"sums of parts", "t.csv --columns c,imp,timp --label state --segment trial --front nmf:2,klnmf:2,snmf:2,hnmf:2:0.4 --space linear --readout lda SMALL"},
	{"processes", "TARGET --readout gp --gp-kernel gaussian,matern32,matern52,linear,sum --gp-length 1.5,fit --gp-signal 1 --noise 0.3 --gp-m all,5 --gp-sparse dtc,fitc --graph serial SMALL"},
	{"series", "LABELS --unit segment --kernel gak,dtw,dtw-squares --indefinite clip,flip,shift,square --band none,3 --select all --sigma rel:1 --lambda 1e-3 --p 1 --repeats 1 --readout centroid"},
	{"strings", "LABELS --unit segment --kernel ssk,spectrum,fisher --symbols sax:4,kmeans:5 --word 2 --decay 0.5,1 --states 2 --fisher-information on,off --select all --lambda 1e-3 --p 1 --repeats 1 --readout centroid"},
	{"machines of series", "LABELS --unit segment --readout svm --readout-kernel gak,dtw,ssk,spectrum,fisher --readout-states 2 --readout-fisher-information on,off --readout-band none,3 --readout-indefinite clip,flip,shift,square --readout-symbols sax:4,values --readout-word 2 --readout-decay 0.5 --sigma rel:1 --lambda 1e-3 --m 4 --p 1 --repeats 1"},
	{"warped", "LABELS --unit segment --sigma rel:0.2,1 --lambda 1e-3 --m 4 --repeats 1 --readout neighbours --knn 1 --metric euclid,dtw,dtw-independent --metric-band none,learn,2"},
	{"readouts", "LABELS --readout lda,least-squares,perceptron,logistic,centroid,gaussian,neighbours,none --eta 0.1,1 --knn 3 SMALL"},
	{"core vectors", "LABELS --readout cvm --C 1,10 --epsilon 1e-3 --readout-sigma 1 SMALL"},
	{"support vectors", "LABELS --readout svm --C 1,10 --readout-sigma 1 SMALL"},
	{"novelty", "LABELS --readout novelty --normal low --onset 3 --offset 0.9,rho --alarm-after 1,2 --C 10 SMALL"},
	{"core vectors of a number", "TARGET --readout cvm-number --C 10 --graph serial SMALL"},
	{"few inputs", "LABELS --readout sfm --sfm centred,margin --slack none,1 --readout-from features,inputs SMALL"},
	{"lasso", "TARGET --readout lasso --eta 0.5 --readout-from features,inputs --graph serial SMALL"},
	{"recovery", "LABELS --front measure:3 --recovery dct,dct:2x2,identity,dictionary:6:1:omp --space linear --readout lda SMALL"},

	{"search", "LABELS --sigma rel:0.25:4:6 --lambda log:1e-6:0.1:3 --m 12 --p 2 --repeats 1 --readout lda --search ei --search-points 6 --search-start 3"},

	{"folds", "LABELS --folds 3 SPLIT"},
	{"repeats", "LABELS --repeats 3 --train-fraction 0.5 --seed 7 SPLIT"},
	{"leave one out", "LABELS --leave-one-out SPLIT"},
	{"by segment", "LABELS --split-by segment --folds 4 --validation 0.5 SPLIT"},
	{"by block", "LABELS --split-by block --folds 3 --gap 5 SPLIT"},
	{"inner", "LABELS --folds 2 --inner 3 SPLIT"},
	{"inner blocks", "t.csv --columns a,b,c,d --folds 2 --inner auto --gap 2 --sigma 1 --lambda 0 --m 8 --p 2"},
	{"inner last", "t.csv --columns a,b,c,d --folds 2 --inner last --validation 0.4 --sigma 1 --lambda 0 --m 8 --p 2"},
	{"relative", "LABELS --sigma 1 --lambda rel:0,0.3,1 --m 8 --p 2 --repeats 1"},
	{"no validation", "LABELS --validation 0 SPLIT"},
	{"split column", "LABELS --split-column part SPLIT"},
	{"test data", "LABELS --test-data test.csv SPLIT"},
	{"no roles", "t.csv --columns a,b,c,d SMALL"},
	{"cut by", "t.csv --drop trial,who,y,imp,timp,part --label state --cut-by state SMALL"},
	{"where", "LABELS --where trial=2..9 SMALL"},

	{"clip quantile", "LABELS --clip quantile:0.05 --standardize --predictability 5 --tolerance 0.01 SMALL"},
	{"clip mad", "LABELS --clip mad:3 --objective slowness SMALL"},
	{"log", "LABELS --log signed --normalise standard SMALL"},
	{"log1p", "t.csv --columns c --log log1p --normalise rms SMALL"},
	{"resample", "LABELS --resample 1/2 --normalise peak SMALL"},
	{"embed", "LABELS --embed l=3,epsilon=2,delta=1 SMALL"},
	{"stft", "t.csv --columns a --stft length=16,hop=4,values=log SMALL"},
	{"stft complex", "t.csv --columns a --stft length=16,hop=4,values=complex SMALL"},
	{"missing", "holes.csv --missing interpolate:2 SMALL"},
	{"missing split", "holes.csv --missing split SMALL"},
	{"transpose", "wide.csv --transpose --sigma 1 --lambda 0 --m 4 --p 2 --repeats 1"},

	{"vowels", "vowels --limit 2400 --sigma rel:1 --lambda 0,1e-5 --m 200 --p 8 --repeats 1"},
	{"vowels by all", "vowels --limit 800 --sigma rel:1 --lambda 1e-5 --select all --p 8 --repeats 1"},
	{"latent", "latent --limit 1200 BUILTIN"},
	{"sincos", "sincos --space poly --degree 5 --lambda 1e-6 --p 4"},
	{"retina", "retina BUILTIN"},
	{"mixture", "mixture --limit 2000 BUILTIN"},
	{"force", "force --limit 1000 BUILTIN"},
	{"noise", "noise --method sfa,pfa,random --space linear,kernel BUILTIN"},
	{"scene", "scene --limit 900 --space linear --p 4 --lambda 1e-6"},
	{"regression", "regression --limit 600 --space linear,kernel --graph serial,reorder BUILTIN"},
	{"sunspots", "sunspots BUILTIN"},
	{"sphered", "sunspots --sigma rel:1 --lambda 0,1e-9,1e-8,1e-7,1e-6,1e-5,1e-4 --m 15,30 --p 8"},
	{"sphered in part", "sunspots --sigma rel:1 --lambda 0,1e-9,1e-8,1e-7,1e-6,1e-5,1e-4 --m 15,30,140 --p 8"},
}

// longSweeps lists the sweeps that take most of the time; they are computed
// with CI only. The others still cover each method, function space, graph and
// selection, and each split.
var longSweeps = []string{"processes", "scene", "regression", "vowels by all", "retina", "mixture", "force",
	"draws", "vowels", "sums of parts", "weights", "sphered in part", "sphered", "noise"}

// largeSweeps lists the sweeps that are not pinned for arm64, whose files are
// written on an emulated processor: each would take from half a minute to some
// minutes there.
var largeSweeps = append(slices.Clone(longSweeps), "vowels")

// shorthand expands what lines of goldenSweeps have in common.
var shorthand = strings.NewReplacer(
	"LABELS", "t.csv --columns a,b,c,d --label state --segment trial --group who",
	"TARGET", "t.csv --columns a,b,c,d --target y --segment trial --group who",
	"SMALL", "--sigma 1 --lambda 1e-7 --m 12 --p 2 --repeats 1",
	"SPLIT", "--sigma 1 --lambda 0 --m 8 --p 2 --readout centroid",
	"BUILTIN", "--sigma rel:1 --lambda 1e-6 --m 60 --p 4",
)

func (s goldenSweep) args() []string { return strings.Fields(shorthand.Replace(s.line)) }

// TestGoldenPoints compares the keys and every bit of the points of many small
// sweeps with those pinned for the same arithmetic, in one file per set of
// kernels.
func TestGoldenPoints(t *testing.T) {
	name := "points-" + arithmetic(t) + ".txt"
	path, err := filepath.Abs(filepath.Join("testdata", "golden", name))
	if err != nil {
		t.Fatal(err)
	}
	needPinned(t, path)
	dir := t.TempDir()
	goldenFiles(t, dir)
	var lines []string
	for i, s := range goldenSweeps {
		if strings.HasSuffix(name, "-arm64.txt") && slices.Contains(largeSweeps, s.name) {
			continue
		}
		if os.Getenv("CI") == "" && !*update && slices.Contains(longSweeps, s.name) {
			lines = append(lines, pinnedLines(t, path, s.name)...)
			continue
		}
		args := append([]string{"run", "--json", "--out", fmt.Sprintf("%d.sfa", i)}, s.args()...)
		var stdout, stderr bytes.Buffer
		if code := execute(t.Context(), args, &stdout, &stderr); code != cli.CodeDone && code != cli.CodeSomeFailed {
			t.Fatalf("%s: exit code %d\n%s", strings.Join(args, " "), code, stderr.String())
		}
		if err := os.RemoveAll(fmt.Sprintf("%d.sfa", i)); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, pointLines(t, s.name, dir, stdout.String())...)
	}
	compareGolden(t, path, strings.Join(lines, "\n")+"\n")
}

// needPinned skips the test if the file of the present arithmetic is missing.
// In CI a missing file is an error.
func needPinned(t *testing.T, path string) {
	t.Helper()
	_, err := os.Stat(path)
	switch {
	case err == nil || *update:
	case os.Getenv("CI") != "":
		t.Fatalf("nothing is pinned for the arithmetic that runs here: run with -update, for arm64 .ci/arm64 -update: %v", err)
	default:
		t.Skipf("nothing is pinned for the arithmetic that runs here: %v", err)
	}
}

// pinnedLines returns the lines of a sweep in a golden file.
func pinnedLines(t *testing.T, path, name string) (lines []string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, name+": ") {
			lines = append(lines, strings.TrimSuffix(line, "\n"))
		}
	}
	return lines
}

// arithmetic returns the present arithmetic as named in a session's header: the
// kernels and the processor's architecture.
func arithmetic(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "a.sfa")
	succeed(t, "run", "sincos", "--space", "linear", "--lambda", "0", "--p", "1", "--out", dir)
	header, err := os.ReadFile(filepath.Join(dir, "session.json"))
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`"kernel_path": *"([a-z0-9-]+)"`).FindSubmatch(header)
	if found == nil {
		t.Fatalf("the header does not name the arithmetic:\n%s", header)
	}
	return string(found[1])
}

var (
	// Two runs differ only in the time that a point took. Measures that results
	// record in addition to their fields are pinned in their own tests:
	// otherwise a new measure would change the line of every point in every
	// arithmetic.
	notPinnedFields = regexp.MustCompile(`,"seconds":[0-9.e+-]+|,"measures":\{[^{}]*\}|,"test_stretches":\[(\{[^{}]*\},?)*\]|,"first_(steps":\[[^\[\]]*\]|memory":[^,}]*)`)
	pointFields     = regexp.MustCompile(`^\{"key":"([0-9a-f]{64})","point":\{(.*?)\},"n_train"`)
)

// pointLines returns a sweep's results in brief, sorted: its name, the key, the
// hash of the result as JSON, and the point. A point with edges from a file
// contains the file's absolute path, so that its key depends on the working
// directory: both are omitted.
func pointLines(t *testing.T, name, dir, results string) []string {
	t.Helper()
	var lines []string
	for line := range strings.Lines(results) {
		if strings.HasPrefix(line, `{"choice":`) {
			continue // it is computed from the points
		}
		line = notPinnedFields.ReplaceAllString(strings.TrimSuffix(line, "\n"), "")
		found := pointFields.FindStringSubmatch(line)
		if found == nil {
			t.Fatalf("%s: not a point: %s", name, line)
		}
		key, point := found[1], strings.ReplaceAll(found[2], `"`, "")
		if strings.Contains(line, dir) {
			leave := strings.NewReplacer(key, "key", dir+string(filepath.Separator), "")
			line, point, key = leave.Replace(line), leave.Replace(point), "key"
		}
		lines = append(lines, fmt.Sprintf("%s: %s %x %s", name, key, sha256.Sum256([]byte(line)), point))
	}
	slices.Sort(lines)
	return lines
}

// An additional measure changes no pinned point.
func TestPinnedPointsLeaveMeasuresOut(t *testing.T) {
	point := fmt.Sprintf(`{"key":"%064x","point":{"method":"sfa"},"n_train":7,"rmse":2%%s,"picks":[1],"seconds":0.5}`, 1)
	bare := fmt.Sprintf(point, "")
	measured := fmt.Sprintf(point, `,"measures":{"crossings":[0.5,"NaN"],"other":[1]},"test_stretches":[{"n":3,"delta":[1,"NaN"]},{"n":4,"rmse":2}],"first_steps":[1,"NaN"],"first_memory":1.5`)
	if a, b := pointLines(t, "x", "/dir", bare), pointLines(t, "x", "/dir", measured); !slices.Equal(a, b) {
		t.Errorf("with and without other measures:\n%s\n%s", a, b)
	}
	if other := strings.Replace(bare, `"rmse":2`, `"rmse":3`, 1); slices.Equal(pointLines(t, "x", "/dir", bare), pointLines(t, "x", "/dir", other)) {
		t.Error("the lines of two values of a field are the same")
	}
}

// notPinned lists the flags of run that do not affect the results, or that read
// files of other tests.
var notPinned = []string{"auto", "auto-points", "auto-time", "dry-run", "help", "image-size", "json", "memory", "name", "out", "sweep", "workers", "drop"}

// Every flag of run is in some pinned sweep, and so is every choice that its
// help lists.
func TestGoldenPointsCoverFlags(t *testing.T) {
	asked := map[string]map[string]bool{}
	for _, s := range goldenSweeps {
		flag := ""
		for _, arg := range s.args() {
			if name, ok := strings.CutPrefix(arg, "--"); ok {
				flag = name
				if asked[flag] == nil {
					asked[flag] = map[string]bool{}
				}
				continue
			}
			for word := range strings.SplitSeq(arg, ",") {
				if flag != "" {
					asked[flag][word] = true
				}
			}
		}
	}
	choices := regexp.MustCompile(`: ([a-z0-9.-]+(\|[a-z0-9.-]+)+)$`)
	for line := range strings.Lines(succeed(t, "run", "--help")) {
		found := regexp.MustCompile(`^ +(?:-h, )?--([a-z-]+) `).FindStringSubmatch(line)
		if found == nil || slices.Contains(notPinned, found[1]) {
			continue
		}
		if asked[found[1]] == nil {
			t.Errorf("no pinned sweep has --%s: add one to goldenSweeps", found[1])
			continue
		}
		if words := choices.FindStringSubmatch(strings.TrimSpace(line)); words != nil {
			for word := range strings.SplitSeq(words[1], "|") {
				if !asked[found[1]][word] {
					t.Errorf("no pinned sweep has --%s %s: add it to goldenSweeps, which asks for %v", found[1], word, slices.Sorted(maps.Keys(asked[found[1]])))
				}
			}
		}
	}
}

// succeed returns the output of a command line, which must succeed.
func succeed(t *testing.T, args ...string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if code := execute(t.Context(), args, &stdout, &stderr); code != cli.CodeDone {
		t.Fatalf("sfatui %s: exit code %d\n%s", strings.Join(args, " "), code, stderr.String())
	}
	return stdout.String()
}

// goldenFiles writes the data of the pinned sweeps into a folder and makes it
// the working directory.
func goldenFiles(t *testing.T, dir string) {
	t.Helper()
	t.Chdir(dir)
	t.Setenv("XDG_STATE_HOME", filepath.Join(dir, "state"))
	for name, write := range map[string]func(io.Writer){
		"t.csv":     func(w io.Writer) { goldenTable(w, 240, 1) },
		"test.csv":  func(w io.Writer) { goldenTable(w, 80, 2) },
		"holes.csv": goldenHoles,
		"wide.csv":  goldenWide,
		"edges.csv": goldenEdges,
	} {
		var b bytes.Buffer
		write(&b)
		if err := os.WriteFile(name, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// goldenTable writes waves of two classes in trials of 20 samples by speakers
// of two trials each, with a column for each role.
func goldenTable(w io.Writer, samples int, seed uint32) {
	noise := func() float64 {
		seed = seed*1664525 + 1013904223
		return float64(seed>>8) / (1 << 24)
	}
	parts := []string{"train", "train", "train", "train", "validation", "test"}
	fmt.Fprintln(w, "a,b,c,d,state,trial,who,y,imp,timp,part")
	for i := range samples {
		trial, who := i/20, i/40
		class := trial % 2
		angle := float64(i) * (0.1 + 0.1*float64(class))
		fmt.Fprintf(w, "%.6f,%.6f,%.6f,%.6f,%s,%d,s%d,%.6f,%.3f,%.3f,%s\n",
			math.Sin(angle), math.Cos(angle)+0.5*float64(class), noise(), math.Sin(angle*angle/50),
			[]string{"low", "high"}[class], trial, who,
			math.Cos(float64(i)*0.03)+float64(class), 1+noise(), 0.5+noise(), parts[who%len(parts)])
	}
}

// goldenHoles writes a table with gaps of one and of five missing numbers.
func goldenHoles(w io.Writer) {
	fmt.Fprintln(w, "a,b")
	for i := range 160 {
		a := fmt.Sprintf("%.6f", math.Sin(float64(i)*0.1))
		if i%50 == 20 || i%70 > 64 {
			a = ""
		}
		fmt.Fprintf(w, "%s,%.6f\n", a, math.Cos(float64(i*i)*0.01))
	}
}

// goldenWide writes a table whose rows are the variables.
func goldenWide(w io.Writer) {
	for v := range 3 {
		row := make([]string, 60)
		for i := range row {
			row[i] = fmt.Sprintf("%.6f", math.Sin(float64(i*(v+1))*0.1))
		}
		fmt.Fprintln(w, strings.Join(row, ","))
	}
}

// goldenEdges writes the edges of a path through all samples.
func goldenEdges(w io.Writer) {
	for i := range 239 {
		fmt.Fprintf(w, "%d,%d,%d\n", i, i+1, 1+i%3)
	}
}

// compareGolden compares a text with a file, and prints the lines that differ.
func compareGolden(t *testing.T, path, text string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if text == string(want) {
		return
	}
	t.Errorf("not what %s has (- pinned, + now); -update writes it anew:\n%s", filepath.Base(path), difference(string(want), text))
}
