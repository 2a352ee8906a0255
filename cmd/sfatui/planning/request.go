package planning

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"example.com/sfatui/cmd/sfatui/cli"
	"example.com/sfatui/cmd/sfatui/flags"
	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/choose/search"
	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/run"
	"example.com/sfatui/sessions/compute"
	"example.com/sfatui/sessions/store"
)

// Request holds the flags of a command line that computes.
type Request struct {
	Data   datasets.Options
	Spec   sweep.Spec
	Run    sweep.RunOptions
	Paper  *flags.Experiment
	Out    string
	DryRun bool
}

// Asked returns the request for a new session.
func (q *Request) Asked(dir string, set *data.Set, plan *sweep.Plan) compute.Request {
	return compute.Request{Dir: dir, Options: q.Data, Set: set, Spec: q.Spec, Plan: plan, Run: q.Run, Experiment: q.Paper.Name}
}

// checkOut returns an error for an invalid --out, before data is read.
func (q *Request) checkOut() error {
	if q.Out == "" || q.DryRun {
		return nil
	}
	if _, err := os.Lstat(q.Out); err == nil {
		return fmt.Errorf("--out %w", store.ExistsError(q.Out))
	}
	folder := filepath.Dir(q.Out)
	info, err := os.Stat(folder)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return cli.Usagef("--out %s: create the directory %s first", message.Clean(q.Out), message.Clean(folder))
	case err == nil && !info.IsDir(), errors.Is(err, syscall.ENOTDIR):
		return cli.Usagef("--out %s: %s is not a directory", message.Clean(q.Out), message.Clean(folder))
	}
	return nil
}

// Plan opens the data and plans the points.
func (q *Request) Plan(ctx context.Context, stderr io.Writer) (*data.Set, *sweep.Plan, error) {
	if err := q.checkOut(); err != nil {
		return nil, nil, err
	}
	mend := Mender(q.Data)
	set, err := Open(ctx, q.Data, q.Run, stderr)
	if err != nil {
		return nil, nil, mend(ctx, err)
	}
	hash, err := set.HashContext(ctx)
	if err != nil {
		return nil, nil, err
	}
	began := time.Now()
	plan, err := run.NewPlan(ctx, set, hash, q.Spec, q.Run)
	if err != nil {
		if ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		return nil, nil, cli.Data(err)
	}
	if text := plan.ActsText(); text != "" {
		fmt.Fprintf(stderr, "%s: solved for in %s\n", text, time.Since(began).Round(time.Millisecond))
	}
	noteUnused(stderr, q.Spec, plan)
	noteFewerSplits(stderr, q.Spec, plan)
	return set, plan, nil
}

// noteUnused notes the given parameters that no point uses, and what they
// require.
func noteUnused(w io.Writer, asked sweep.Spec, plan *sweep.Plan) {
	for a, text := range asked.Texts() {
		if text == "" || text == a.Default || text == a.Unset || plan.Has(a) {
			continue
		}
		var with []string
		for _, n := range a.Needs() {
			with = append(with, "--"+n.Axis.Name+" "+strings.Join(n.Parts, ", "))
		}
		why := ""
		if with != nil {
			why = ": it applies to " + strings.Join(with, ", or ")
		}
		fmt.Fprintf(w, "note: no point uses --%s%s\n", a.Name, why)
	}
}

// noteFewerSplits notes if the data has fewer different splits than requested.
func noteFewerSplits(w io.Writer, asked sweep.Spec, plan *sweep.Plan) {
	if n := plan.Spec.Split.Repeats; n < asked.Split.Repeats {
		fmt.Fprintf(w, "note: --repeats %d: these data have only %s, and each is computed and counted once\n", asked.Split.Repeats, message.Counted(n, "different random split"))
	}
	if n, err := strconv.Atoi(asked.Inner); err == nil && plan.InnerSplits() < n {
		fmt.Fprintf(w, "note: --inner %d: only %s of a training part differ, and each is counted once\n", n, message.Counted(plan.InnerSplits(), "validation part"))
	}
}

// PrintPlan prints what a sweep would compute and need.
func PrintPlan(w io.Writer, set *data.Set, plan *sweep.Plan, run sweep.RunOptions) error {
	Describe(w, set)
	Warn(w, set, plan.Spec)
	configs := map[part.Point]bool{}
	for _, p := range plan.Points() {
		configs[p.Config()] = true
	}
	fmt.Fprintf(w, "\n%s, %s over folds and draws\n", message.Counted(len(configs), "point"), message.Counted(len(plan.Entries), "fit"))
	share := 1.0
	if s := plan.Spec.Search; s.By != "" {
		grid := search.New(plan.Points(), s.Points, s.Start)
		fmt.Fprintf(w, "search: %s computes up to %d of %d configurations: %d initial ones, then one at a time until no improvement is expected\n", s.By, grid.Most(), grid.Configurations(), s.Start)
		share = float64(grid.Most()) / float64(grid.Configurations())
	}
	for _, axis := range part.Axes() {
		if text := plan.Spec.Text(axis.Name); text != "" && plan.Has(axis) && !plan.Implies(axis) {
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
