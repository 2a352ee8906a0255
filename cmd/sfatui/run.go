package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"time"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/inspect"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/choose/search"
	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/run"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/compute"
	"example.com/sfatui/sessions/export"
	"example.com/sfatui/sessions/find"
	"github.com/spf13/cobra"
)

// request is what a command line that computes asks for.
type request struct {
	data   datasets.Options
	spec   sweep.Spec
	run    sweep.RunOptions
	auto   autopilot
	paper  *experiment
	out    string
	json   bool
	dryRun bool
	// planOnly makes the session and computes nothing.
	planOnly bool
}

func runCommand() *cobra.Command {
	var (
		q    request
		task taskRequest
	)
	cmd := &cobra.Command{
		Use:     "run [DATA…]",
		GroupID: "sweep",
		Short:   "Run a sweep without a screen",
		Long: `Run a sweep without a screen: progress on stderr, results on stdout.

Axes take lists and ranges (0.5,1,2  log:0.5:500:12  lin:0:1:5), and σ also
multiples of the heuristic width (rel:0.25:4:9) or of the mean norm (norm:2).
Every combination is a point. What is left out takes a default that suits the
data; --dry-run shows it.`,
		Example: `  sfatui run
  sfatui run words/ --name '{label}_{group}_{rep}' --sigma rel:0.5:4:7 --lambda 0,1e-7
  sfatui run sensors.csv --segment trial --label state --standardize --json
  sfatui run --auto --auto-points 300
  sfatui run --sweep papers/bohmer-3`,
		RunE: func(cmd *cobra.Command, args []string) error {
			var err error
			task.run = q.run
			if err = task.check(cmd, args); err != nil {
				return err
			}
			if task.text != "" {
				holdMemory(cmd.Flags(), q.run)
				return task.execute(cmd, args[0])
			}
			if q.data.Paths, err = described(cmd, q.paper.paths(args)); err != nil {
				return err
			}
			if err := cmp.Or(checkRanges(cmd, &q.data, &q.spec, &q.run), q.auto.check(cmd)); err != nil {
				return err
			}
			if q.planOnly && q.spec.Search.By != "" {
				return usagef("--plan-only does not go with --search: each round needs the scores of those before")
			}
			if q.planOnly && q.auto.on {
				return usagef("--plan-only does not go with --auto: each round needs the whole last one; plan, compute, then sfatui resume --auto")
			}
			return q.execute(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	dataFlags(cmd.Flags(), &q.data, &q.spec)
	sweepFlags(cmd.Flags(), &q.spec)
	computeFlags(cmd.Flags(), &q.run)
	autoFlags(cmd, &q.auto)
	q.paper = sweepFileFlag(cmd)
	cmd.Flags().StringVar(&q.out, "out", "", "directory of the new session")
	cmd.Flags().BoolVar(&q.json, "json", false, "print one JSON object a finished point, and one of the choice")
	cmd.Flags().BoolVar(&q.planOnly, "plan-only", false, "make the session with its plan and compute nothing: tasks do, see sfatui help engines")
	taskFlags(cmd.Flags(), &task)
	cmd.Flags().BoolVar(&q.dryRun, "dry-run", false, "print the plan, its memory and time, and stop")
	return cmd
}

// execute opens the data, plans, computes and prints.
func (q *request) execute(ctx context.Context, stdout, stderr io.Writer) error {
	set, plan, err := q.plan(ctx, stderr)
	if err != nil {
		return err
	}
	if q.dryRun {
		return printPlan(stdout, set, plan, q.run)
	}
	dir := q.out
	if dir == "" {
		if dir, err = sessions.NewDir(set.Name); err != nil {
			return err
		}
	}
	describe(stderr, set)
	if q.planOnly {
		return q.create(dir, set, plan, stderr)
	}
	show := newProgress(stdout, stderr, q.json)
	e, err := show.begin(func() (*compute.Execution, error) {
		asked := q.asked(dir, set, plan)
		asked.Driver, asked.OnRecord = q.auto.driver(), show.record
		return compute.Start(ctx, asked)
	})
	if err != nil {
		return err
	}
	find.Usual().Remember(e.Session().Dir)
	return finish(e, show)
}

// asked is what a new session is made of.
func (q *request) asked(dir string, set *data.Set, plan *sweep.Plan) compute.Request {
	return compute.Request{Dir: dir, Options: q.data, Set: set, Spec: q.spec, Plan: plan, Run: q.run, Experiment: q.paper.Name}
}

// create makes the session, and computes nothing.
func (q *request) create(dir string, set *data.Set, plan *sweep.Plan, stderr io.Writer) error {
	s, err := compute.Create(q.asked(dir, set, plan))
	if err != nil {
		return err
	}
	find.Usual().Remember(s.Dir)
	name := message.Clean(s.Dir)
	fmt.Fprintf(stderr, "session %s\n%d points are planned, none is computed: sfatui submit %[1]s, or sfatui run --task i/N %[1]s\n", name, len(plan.Entries))
	return nil
}

// plan opens the data and lays out the points.
func (q *request) plan(ctx context.Context, stderr io.Writer) (*data.Set, *sweep.Plan, error) {
	set, err := openData(ctx, q.data, q.run, stderr)
	if err != nil {
		return nil, nil, trying(ctx, err, q.data, q.spec)
	}
	hash, err := set.HashContext(ctx)
	if err != nil {
		return nil, nil, err
	}
	began := time.Now()
	plan, err := run.NewPlan(ctx, set, hash, q.spec, q.run)
	if err != nil {
		if ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		return nil, nil, dataError{err}
	}
	if text := plan.ActsText(); text != "" {
		fmt.Fprintf(stderr, "%s: solved for in %s\n", text, time.Since(began).Round(time.Millisecond))
	}
	return set, plan, nil
}

// finish waits for a sweep, prints what is left to print, and says how it went.
func finish(e *compute.Execution, show *progress) error {
	waitErr := e.Wait()
	show.end()
	dir := e.Session().Dir
	if waitErr != nil {
		if !errors.Is(waitErr, fs.ErrNotExist) { // deleted meanwhile
			fmt.Fprintf(show.stderr, "the session is kept: sfatui resume %s\n", message.Clean(dir))
		}
		return waitErr
	}
	s, err := sessions.Open(dir)
	if err != nil {
		return err
	}
	return printSession(show, s)
}

// printSession prints the table of a session whose sweep has ended, and what
// it finds where it is an experiment of the papers.
func printSession(show *progress, s *sessions.Session) error {
	if show.json {
		printLine(show.stdout, export.ChoiceOf(s))
	} else {
		printTable(show.stdout, s)
	}
	fmt.Fprintf(show.stderr, "session %s\n", message.Clean(s.Dir))
	if show.json {
		judge(show.stderr, s)
	} else {
		judge(show.stdout, s)
	}
	return failuresOf(s)
}

// failuresOf is an error where points of a session failed: where all did with the
// commonest of their errors.
func failuresOf(s *sessions.Session) error {
	failed, most := 0, ""
	count := map[string]int{}
	points := map[part.Point]bool{}
	for _, r := range s.Finished() {
		points[r.Point.Config()] = true
		if r.Error == "" {
			continue
		}
		failed++
		if count[r.Error]++; count[r.Error] > count[most] {
			most = r.Error
		}
	}
	switch {
	case failed == 0:
		return nil
	case failed == len(s.Finished()) && len(points) == 1:
		return fmt.Errorf("the only point failed: %s", most)
	case failed == len(s.Finished()):
		return fmt.Errorf("all %d points failed, %d of %d fits of them so: %s", len(points), count[most], failed, most)
	}
	return someFailed(failed)
}

// describe says what was read, and what was skipped and why.
func describe(w io.Writer, set *data.Set) {
	for _, line := range inspect.Summary(set) {
		fmt.Fprintln(w, line)
	}
	for _, note := range set.Notes {
		fmt.Fprintln(w, "note:", note)
	}
}

// printPlan says what a sweep would do and need.
func printPlan(w io.Writer, set *data.Set, plan *sweep.Plan, run sweep.RunOptions) error {
	describe(w, set)
	fmt.Fprintf(w, "\n%d points\n", len(plan.Entries))
	share := 1.0
	if s := plan.Spec.Search; s.By != "" {
		grid := search.New(plan.Points(), s.Points, s.Start)
		fmt.Fprintf(w, "search: %s computes %d of %d configurations, %d to start from and then one after the other\n", s.By, grid.Most(), grid.Configurations(), s.Start)
		share = float64(grid.Most()) / float64(grid.Configurations())
	}
	for _, axis := range part.Axes() {
		if text := plan.Spec.Text(axis.Name); text != "" && plan.Has(axis) {
			fmt.Fprintf(w, "  --%-13s %s\n", axis.Name, text)
		}
	}
	dealt, err := plan.Spec.Dealt(set)
	if err != nil {
		return err
	}
	how, err := split.DealtOut(set, dealt)
	if err != nil {
		return err
	}
	if dealt.Repeats > 0 {
		fmt.Fprintf(w, "  --%-13s %d --train-fraction %.3g\n", "repeats", dealt.Repeats, dealt.TrainFraction)
	} else {
		fmt.Fprintf(w, "  --%-13s %d\n", "folds", dealt.Folds)
	}
	if dealt.Validation > 0 || dealt.Inner == 0 {
		fmt.Fprintf(w, "  --%-13s %g\n", "validation", dealt.Validation)
	}
	if text := plan.InnerText(); text != "" {
		fmt.Fprintf(w, "  --%-13s %s (%s)\n", "inner", cmp.Or(plan.Spec.Inner, "last"), text)
	}
	fmt.Fprintf(w, "  --%-13s %d\n  --%-13s %s\n", "seed", dealt.Seed, "objective", plan.Spec.Objective)
	fmt.Fprintln(w, "split:", how)
	mem, err := plan.Memory(run.WorkerCount(), budgetOf(run))
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "memory %s\n", mem.Text())
	fmt.Fprintf(w, "time about %s\n", time.Duration(share*float64(plan.Time(dense.Speed()))).Round(time.Second))
	return nil
}

func budgetOf(o sweep.RunOptions) int64 {
	if o.Memory > 0 {
		return o.Memory
	}
	return math.MaxInt64
}
