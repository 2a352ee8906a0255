package main

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/preparation"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/run"
	"gonum.org/v1/gonum/stat"
)

// resamples is the number of bootstrap resamples of the folds for an error.
const resamples = 200

// regrets holds the regret on test of the current and of the earlier choice, and their errors:
// 0 for the best point, 1 for the median point.
type regrets struct {
	now, before           float64
	errorNow, errorBefore float64
}

// choosingTable prints the false alarms of detectors ([alarmTable]), the results of
// searches ([searchTable]), the level of tests and the bias of ★ on noise
// ([noiseTable]), the regret of ★ on real data, and the statements about ★ on simulated
// data.
func choosingTable(ctx context.Context, b *bench) error {
	tables := map[string]func(context.Context, *bench) error{alarmSets: alarmTable, simulated: simulatedTable, searchSets: searchTable, noiseSets: noiseTable}
	asked := strings.Split(b.sets, ",")
	for _, name := range []string{alarmSets, simulated, searchSets, noiseSets} {
		if b.sets == "" || slices.Contains(asked, name) {
			if err := tables[name](ctx, b); err != nil {
				return err
			}
		}
	}
	real := slices.DeleteFunc(slices.Clone(asked), func(name string) bool { return tables[name] != nil })
	if len(real) == 0 {
		return nil
	}
	return regretTable(ctx, b, real)
}

// regretTable prints the regret of ★ on real data, and that of the rule before engine 0.6.0:
// the mean of the validation measure over one inner split of each fold.
func regretTable(ctx context.Context, b *bench, asked []string) error {
	fmt.Fprintln(b.out, "regret of the choice: (test of the chosen − best)/(median point − best), ± by drawing folds again")
	fmt.Fprintf(b.out, "\n%-16s %-9s %6s %6s %-16s %-16s %7s\n", "set", "objective", "points", "tasks", "★", "before 0.6", "seconds")
	var kinds []string
	all := map[string][]regrets{}
	for _, c := range choosingSets() {
		if b.sets != "" && !slices.Contains(asked, c.name) {
			continue
		}
		asked = slices.DeleteFunc(asked, func(name string) bool { return name == c.name })
		start := time.Now()
		now, err := b.sweepSet(ctx, c, c.inner)
		if err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
		before, err := b.sweepSet(ctx, c, "last")
		if err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
		for _, objective := range c.objectives {
			t, err := newChoiceTask(objective, now, before)
			if err != nil {
				return fmt.Errorf("%s: %w", c.name, err)
			}
			r := t.regrets(c.series)
			kind := objective
			if c.series {
				kind = "series"
			}
			if !slices.Contains(kinds, kind) {
				kinds = append(kinds, kind)
			}
			all[kind] = append(all[kind], r)
			tasks := 1
			if c.series {
				tasks = t.folds
			}
			fmt.Fprintf(b.out, "%-16s %-9s %6d %6d %-16s %-16s %7.0f\n", c.name, objective, len(t.now), tasks,
				withError(r.now, r.errorNow), withError(r.before, r.errorBefore), time.Since(start).Seconds())
		}
	}
	if b.sets != "" && len(asked) > 0 {
		return fmt.Errorf("-sets %s: there is no such set", strings.Join(asked, ","))
	}
	fmt.Fprintln(b.out)
	for _, kind := range kinds {
		m := meanRegrets(all[kind])
		fmt.Fprintf(b.out, "%-16s %-9s %13s %-16s %-16s goal ≤ %g\n", "mean", kind, "", withError(m.now, m.errorNow), withError(m.before, m.errorBefore), goals[kind])
	}
	return nil
}

// goals holds the largest allowed regrets, by kind.
var goals = map[string]float64{"slowness": 0.02, "accuracy": 0.25, "series": 0.25}

func withError(x, e float64) string { return fmt.Sprintf("%.3f ± %.3f", x, e) }

// meanRegrets returns the mean of the regrets of independent sets.
func meanRegrets(of []regrets) (m regrets) {
	n := float64(len(of))
	for _, r := range of {
		m.now += r.now / n
		m.before += r.before / n
		m.errorNow += r.errorNow * r.errorNow
		m.errorBefore += r.errorBefore * r.errorBefore
	}
	m.errorNow, m.errorBefore = math.Sqrt(m.errorNow)/n, math.Sqrt(m.errorBefore)/n
	return m
}

// sweepSet computes the points of a set with the given inner splits.
func (b *bench) sweepSet(ctx context.Context, c choosingSet, inner string) ([]*result.Result, error) {
	o := c.data
	o.Paths = nil
	for _, p := range c.data.Paths {
		o.Paths = append(o.Paths, filepath.Join(b.data, filepath.FromSlash(p)))
	}
	set, err := datasets.Open(ctx, o, nil)
	if err != nil {
		return nil, err
	}
	spec := c.spec
	spec.Inner = inner
	plan, err := sweep.NewPlan(set, set.Hash(), spec)
	if err != nil {
		return nil, err
	}
	return computePlan(ctx, plan)
}

// computePlan returns the results of a plan in the order in which they finish.
func computePlan(ctx context.Context, plan *sweep.Plan) ([]*result.Result, error) {
	var out resultList
	r, err := run.Start(ctx, plan, &out, sweep.RunOptions{Memory: sweep.AvailableMemory()})
	if err != nil {
		return nil, err
	}
	return out, r.Wait()
}

// resultList is a sink that stores the results of a sweep.
type resultList []*result.Result

func (k *resultList) Handle(e sweep.Event) error {
	if e.Result != nil {
		*k = append(*k, e.Result)
	}
	return nil
}

// choiceTask is a choice to score: the points of the current sweep, which test scores, and
// those of the earlier sweep, in the same order.
type choiceTask struct {
	by          choose.By
	now, before [][]*result.Result // by point and fold
	folds       int
}

// newChoiceTask returns a task of the points of both sweeps. For slowness it takes only the
// points with the fewest features, because slowness does not choose a number of features.
// Points are matched by their order: relative widths may differ in the third digit, because the
// earlier rule leaves the last rows out of training.
func newChoiceTask(objective string, now, before []*result.Result) (*choiceTask, error) {
	t := &choiceTask{by: choose.By{Objective: objective}}
	for _, side := range []struct {
		results []*result.Result
		to      *[][]*result.Result
	}{{now, &t.now}, {before, &t.before}} {
		rows := choose.InOrder(choose.Summarize(side.results))
		least := math.MaxInt
		for _, r := range rows {
			least = min(least, method.P.Of(r.Config))
		}
		for _, r := range rows {
			if objective == measure.BySlowness && method.P.Of(r.Config) > least {
				continue
			}
			*side.to = append(*side.to, r.Results)
			t.folds = max(t.folds, len(r.Results))
		}
	}
	for i, of := range t.now {
		if len(t.now) != len(t.before) || len(of) != t.folds || len(t.before[i]) != t.folds {
			return nil, fmt.Errorf("today's sweep has other points than the sweep as it was: %d and %d, %s", len(t.now), len(t.before), of[0].Point.Label())
		}
	}
	return t, nil
}

// regrets returns the regret of the choice over all folds, or, with alone, the mean regret of
// separate choices in each fold, as for a single series.
func (t *choiceTask) regrets(alone bool) regrets {
	rng := rand.New(rand.NewPCG(6, 17))
	var now, before []float64
	if alone {
		var r regrets
		var a, b []float64
		for fold := range t.folds {
			x, y := t.regret(fold)
			a, b = append(a, x), append(b, y)
		}
		r.now, r.before = stat.Mean(a, nil), stat.Mean(b, nil)
		for range resamples {
			x, y := 0.0, 0.0
			for range t.folds {
				i := rng.IntN(t.folds)
				x, y = x+a[i]/float64(t.folds), y+b[i]/float64(t.folds)
			}
			now, before = append(now, x), append(before, y)
		}
		r.errorNow, r.errorBefore = stat.StdDev(now, nil), stat.StdDev(before, nil)
		return r
	}
	every := dense.Iota(t.folds)
	var r regrets
	r.now, r.before = t.regret(every...)
	drawn := make([]int, t.folds)
	for range resamples {
		for i := range drawn {
			drawn[i] = rng.IntN(t.folds)
		}
		if x, y := t.regret(drawn...); !math.IsNaN(x + y) {
			now, before = append(now, x), append(before, y)
		}
	}
	r.errorNow, r.errorBefore = stat.StdDev(now, nil), stat.StdDev(before, nil)
	return r
}

// regret returns the regrets of both choices on some folds.
func (t *choiceTask) regret(folds ...int) (now, before float64) {
	rows := rowsOn(t.now, folds)
	test := make([]float64, len(rows)) // less is better
	for i := range rows {
		test[i] = t.testLoss(&rows[i])
	}
	order := slices.DeleteFunc(slices.Clone(test), math.IsNaN)
	slices.Sort(order)
	best, median := order[0], (order[(len(order)-1)/2]+order[len(order)/2])/2
	of := func(chosen int) float64 {
		if median == best {
			return 0
		}
		return (test[chosen] - best) / (median - best)
	}
	return of(t.by.Choose(rows).Best), of(bestMean(rowsOn(t.before, folds), measure.Choosing(t.by.Objective)))
}

// bestMean returns the index of the row with the best mean of a validation measure over folds,
// the rule before engine 0.6.0. It skips rows that failed or violate unit variance.
func bestMean(rows []choose.Row, m *measure.Measure) int {
	best, least := 0, math.Inf(1)
	for i := range rows {
		mean := rows[i].Of(m).Mean
		if m.Better == measure.Higher {
			mean = -mean
		}
		if rows[i].VarianceOK && rows[i].Failed == 0 && mean < least {
			best, least = i, mean
		}
	}
	return best
}

// testLoss returns the loss of a row on test: the mean over folds of ln s, as slowness is
// scored on validation, or the share of misclassified segments (of samples if classes change
// within segments).
func (t *choiceTask) testLoss(r *choose.Row) float64 {
	if t.by.Objective == measure.BySlowness {
		sum := 0.0
		for _, res := range r.Results {
			s := 0.0
			for _, d := range res.Slowness.Test {
				s += min(float64(d), 2) / float64(len(res.Slowness.Test))
			}
			sum += math.Log(s) / float64(len(r.Results))
		}
		return sum
	}
	s := r.Of(measure.SegmentsRight)
	if s.N == 0 {
		s = r.Of(measure.SamplesRight)
	}
	return 1 - s.Mean
}

// rowsOn returns the rows of points on some folds, which may occur several times.
func rowsOn(points [][]*result.Result, folds []int) []choose.Row {
	var results []*result.Result
	for _, of := range points {
		for i, fold := range folds {
			r := *of[fold]
			r.Point.Fold, r.Point.Folds = i, len(folds)
			results = append(results, &r)
		}
	}
	return choose.Summarize(results)
}

// choosingSet is a real data set with the sweep to choose from.
type choosingSet struct {
	name string
	data datasets.Options
	spec sweep.Spec
	// inner is the number of inner splits that the program uses by default.
	inner string
	// series is whether the data is a single series. Each fold is then a separate task, as
	// in the program, with blocks of the remaining rows for choosing.
	series     bool
	objectives []string
}

// choosingSets returns the real sets, with grids that take about a minute each. Large sets are
// limited to fewer samples.
func choosingSets() []choosingSet {
	words := func(name, folder, pattern, where, embed string) choosingSet {
		return choosingSet{
			name: name, data: datasets.Options{Paths: []string{folder}, Name: pattern, Where: where, Embed: embed}, inner: split.DefaultInner,
			spec: grid("4,16", "least-squares", split.Options{Folds: 3, Validation: split.DefaultValidation}), objectives: []string{"slowness", "accuracy"},
		}
	}
	series := func(name string, data datasets.Options) choosingSet {
		return choosingSet{
			name: name, data: data, inner: "8", series: true,
			spec: grid("4", "none", split.Options{Folds: 6, Validation: split.DefaultValidation}), objectives: []string{"slowness"},
		}
	}
	vowels := words("japanese_vowels", "japanese_vowels/JapaneseVowels_TRAIN.ts", "", "", "")
	digits := words("digits", "digits_8x8/digits.csv", "", "", "")
	digits.data.Label, digits.data.Limit, digits.objectives = "label", 900, []string{"accuracy"}
	digits.spec = digits.spec.With("graph", "clustered")
	return []choosingSet{
		words("fsdd", "fsdd_three_seven", "{label}_{group}_{rep}", "rep=5..9", "l=400,epsilon=1,delta=24"),
		words("hvd_espeak", "hvd_espeak_48k", "{label}_{group}_{rep}", "rep=0", "l=500,epsilon=5,delta=200"),
		words("klettres", "klettres_ie_16k", "", "", "l=400,epsilon=2,delta=120"),
		vowels,
		digits,
		standardised(series("tennessee", datasets.Options{Paths: []string{"tennessee_eastman/d00_te.dat"}})),
		series("ecg", datasets.Options{Paths: []string{"ecg_mitbih208/ecg_mV_float64.npy"}, Embed: "l=40,epsilon=1,delta=5", Limit: 6000}),
		standardised(series("occupancy", datasets.Options{Paths: []string{"occupancy/datatraining.txt"}, Label: "Occupancy"})),
		series("ett_h1", datasets.Options{Paths: []string{"ett_h1/ETTh1.csv"}, Limit: 8000}),
		series("ett_h1 embedded", datasets.Options{Paths: []string{"ett_h1/ETTh1.csv"}, Embed: "l=48,epsilon=1,delta=2", Limit: 6000}),
	}
}

// standardised returns the set with standardised inputs.
func standardised(c choosingSet) choosingSet {
	c.spec.Set(preparation.Standardize.Axis().Name, "on")
	return c
}

// grid returns a sweep over widths, λ, subset sizes and numbers of features.
func grid(p, readout string, o split.Options) sweep.Spec {
	return sweep.Spec{Split: o}.With("sigma", "rel:0.25:8:6", "lambda", "0,1e-7,1e-5,1e-3", "m", "50,200", "p", p, "readout", readout)
}
