package main

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/choose/advise"
	"example.com/sfatui/engine/choose/search"
	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
	"gonum.org/v1/gonum/stat"
)

// searchSets is the name of the searches among the sets of the table choosing.
const searchSets = "search"

// searchSizes holds the numbers of configurations that searches compute.
var searchSizes = []int{12, 24}

// searchRegret is the regret of a search on validation and on test: 0 for the best point of the
// grid, 1 for the median.
type searchRegret struct{ score, test float64 }

// strategies holds the ways to search. Each returns its regret with n configurations.
var strategies = []struct {
	name  string
	reach func(t *searchTask, ctx context.Context, n int) (searchRegret, error)
}{
	{"random points", (*searchTask).atRandom},
	{"fixed grid", (*searchTask).onFixedGrid},
	{"--search ei", (*searchTask).bySearch},
	{"--auto", (*searchTask).byAdvice},
}

// regretOf returns the regret of a row with the given scores, inside or outside the grid.
func (t *searchTask) regretOf(score, test float64) searchRegret {
	best, onTest := slices.Min(t.score), slices.Min(t.test)
	return searchRegret{max(0, score-best) / t.scoreScale, (test - onTest) / t.testScale}
}

// regretOfBest returns the regret of the best of some rows of the grid.
func (t *searchTask) regretOfBest(rows []choose.Row) searchRegret {
	i := t.by.Choose(rows).Best
	return t.regretOf(t.by.Score(&rows[i]).U, t.onTest(&rows[i]))
}

// atRandom returns the expected regret over all sets of n rows: with rows sorted by score, the
// k-th is the best of a set with probability C(N−1−k, n−1)/C(N, n).
func (t *searchTask) atRandom(_ context.Context, n int) (out searchRegret, err error) {
	order := dense.Iota(len(t.score))
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(t.score[i], t.score[j]) })
	all := len(order)
	p := float64(n) / float64(all)
	for k := 0; k <= all-n; k++ {
		r := t.regretOf(t.score[order[k]], t.test[order[k]])
		out.score += p * r.score
		out.test += p * r.test
		p *= float64(all-n-k) / float64(all-1-k)
	}
	return out, nil
}

// spacedPlaces returns k evenly spaced indices of n.
func spacedPlaces(k, n int) (places []int) {
	for i := range k {
		places = append(places, (2*i+1)*n/(2*k))
	}
	return places
}

// rowsWithin returns the rows of a coarser grid with the given numbers of values of σ, λ and m.
func (t *searchTask) rowsWithin(sigma, lambda, m int) (rows []choose.Row) {
	for i := range t.rows {
		if slices.Contains(spacedPlaces(sigma, searchWidths), t.place[i][0]) && slices.Contains(spacedPlaces(lambda, searchLambdas), t.place[i][1]) && slices.Contains(spacedPlaces(m, searchCounts), t.place[i][2]) {
			rows = append(rows, t.rows[i])
		}
	}
	return rows
}

// onFixedGrid returns the regret of a coarser grid.
func (t *searchTask) onFixedGrid(_ context.Context, n int) (searchRegret, error) {
	size := map[int][3]int{12: {3, 2, 2}, 24: {4, 3, 2}}[n]
	return t.regretOfBest(t.rowsWithin(size[0], size[1], size[2])), nil
}

// bySearch returns the regret of a search by [search.Planner].
func (t *searchTask) bySearch(ctx context.Context, n int) (searchRegret, error) {
	planner := search.New(t.plan.Points(), n, min(searchStart, n))
	var known []choose.Row
	add := func(points []part.Point) {
		for i, p := range points {
			if c := p.Config(); i == 0 || c != points[i-1].Config() {
				known = append(known, t.rows[t.at[c]])
			}
		}
	}
	add(planner.First())
	for {
		next, more, _, err := planner.Next(ctx, known, t.by)
		if err != nil || !more {
			return t.regretOfBest(known), err
		}
		add(next.Points)
	}
}

// byAdvice returns the regret of following the advisor from four rows on; points that it
// proposes outside the grid are computed.
func (t *searchTask) byAdvice(ctx context.Context, n int) (searchRegret, error) {
	known := t.rowsWithin(2, 2, 1)
	folds := len(known[0].Results)
	driver := &advise.Driver{Budget: advise.Budget{Points: (n - len(known)) * folds}}
	width := func(p part.Point) float64 {
		w, _ := sweep.HeuristicWidth(t.set, p)
		return w
	}
	for {
		a, more, _ := driver.Next(ctx, advise.Sweep{Rows: known, By: t.by, Width: width}, 0)
		if !more {
			break
		}
		plan, err := sweep.PlanOf(t.set, t.plan.Data, a.Points)
		if err != nil {
			return searchRegret{}, err
		}
		rows, err := t.results(ctx, plan)
		if err != nil {
			return searchRegret{}, err
		}
		known = append(known, rows...)
	}
	i := t.by.Choose(known).Best
	return t.regretOf(t.by.Score(&known[i]).U, t.onTest(&known[i])), nil
}

// searchTable prints the regret of each search, as a ratio to that of random points.
func searchTable(ctx context.Context, b *bench) error {
	start := time.Now()
	tasks := 0
	got := map[int][][]searchRegret{} // by size and strategy
	for _, n := range searchSizes {
		got[n] = make([][]searchRegret, len(strategies))
	}
	if err := searchTasks(ctx, func(t *searchTask) error {
		tasks++
		for _, n := range searchSizes {
			for k, s := range strategies {
				r, err := s.reach(t, ctx, n)
				if err != nil {
					return err
				}
				got[n][k] = append(got[n][k], r)
			}
		}
		return nil
	}); err != nil {
		return err
	}
	fmt.Fprintf(b.out, "\nregret of searches on %d grids of %d points: (best found − best)/(median − best) of the validation score, ± standard error; as a ratio to random points, with the 95 %% interval of a paired bootstrap; and on test\n",
		tasks, searchWidths*searchLambdas*searchCounts)
	fmt.Fprintf(b.out, "\n%-14s %-14s %-16s %-24s %s\n", "configurations", "search", "validation", "ratio to random", "test minus random")
	for _, n := range searchSizes {
		for k, s := range strategies {
			fmt.Fprintf(b.out, "%-14d %-14s %s\n", n, s.name, lineOfSearch(got[n][k], got[n][0]))
		}
	}
	fmt.Fprintf(b.out, "%.0f s\n", time.Since(start).Seconds())
	return nil
}

// lineOfSearch formats the regrets of a search compared with those of random points.
func lineOfSearch(of, random []searchRegret) string {
	score, base, test := make([]float64, len(of)), make([]float64, len(of)), make([]float64, len(of))
	for i := range of {
		score[i], base[i], test[i] = of[i].score, random[i].score, of[i].test-random[i].test
	}
	rng := rand.New(rand.NewPCG(8, 12))
	var ratios []float64
	for range 1000 {
		a, b := 0.0, 0.0
		for range of {
			i := rng.IntN(len(of))
			a, b = a+score[i], b+base[i]
		}
		ratios = append(ratios, a/b)
	}
	slices.Sort(ratios)
	n := math.Sqrt(float64(len(of)))
	mean, sd := stat.MeanStdDev(score, nil)
	onTest, sdTest := stat.MeanStdDev(test, nil)
	ratio := fmt.Sprintf("%.2f (%.2f to %.2f)", mean/stat.Mean(base, nil), stat.Quantile(.025, stat.Empirical, ratios, nil), stat.Quantile(.975, stat.Empirical, ratios, nil))
	return fmt.Sprintf("%-16s %-24s %s", withError(mean, sd/n), ratio, withError(onTest, sdTest/n))
}
