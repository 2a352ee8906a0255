package cluster

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"example.com/sfatui/cmd/sfatui/cli"
	"example.com/sfatui/cmd/sfatui/flags"
	"example.com/sfatui/cmd/sfatui/named"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/compute"
	"example.com/sfatui/sessions/jobs"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/store"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Task is a share of a session's sweep.
type Task struct {
	Text  string
	plans int
	split string
	root  string
	Run   sweep.RunOptions
}

// TaskFlags adds the flags of run for a share of a session.
func TaskFlags(f *pflag.FlagSet, q *Task) {
	f.StringVar(&q.Text, "task", "", "compute task i of N of a planned session: i/N, or env/N to read the index from the batch system's variable (see sfatui help engines)")
	f.IntVar(&q.plans, "plans", 0, "with --task: divide only this many plans of the session, from the first (default: all)")
	f.StringVar(&q.root, "data-root", "", "with --task: A=B, read data planned in directory A from directory B")
	f.StringVar(&q.split, "split", "auto", "with --task: auto keeps points that share computations in one task; points splits them")
}

// taskFlags lists the flags that are allowed with --task.
var taskFlags = []string{"task", "plans", "split", "data-root", "memory", "workers"}

// Check returns an error for flags that exclude --task.
func (q *Task) Check(cmd *cobra.Command, args []string) error {
	f := cmd.Flags()
	if !f.Changed("task") {
		if f.Changed("plans") || f.Changed("split") || f.Changed("data-root") {
			return cli.Usagef("--plans, --split and --data-root require --task")
		}
		return nil
	}
	var other string
	f.Visit(func(f *pflag.Flag) {
		if !slices.Contains(taskFlags, f.Name) {
			other = f.Name
		}
	})
	switch {
	case other != "":
		return cli.Usagef("--%s cannot be combined with --task: the plan of the session is fixed", other)
	case len(args) != 1:
		return cli.Usagef("--task requires one session, %d given", len(args))
	case q.plans < 0 || f.Changed("plans") && q.plans == 0:
		return cli.Usagef("--plans %d: must be at least 1", q.plans)
	case q.split != "auto" && q.split != "points":
		return cli.Usagef("--split %q: choose from auto, points", message.Clean(q.split))
	}
	return flags.CheckWorkers(f, q.Run)
}

// Execute computes the share. Errors of the disk are marked for a retry.
func (q *Task) Execute(cmd *cobra.Command, dir string) error {
	ctx, stderr := cmd.Context(), cmd.ErrOrStderr()
	task, err := jobs.TaskOf(q.Text, os.Getenv)
	if err == nil && !store.Exists(dir) { // a path is not recorded as opened, because a script names it
		dir, err = named.Path(cmd, dir)
	}
	if err != nil {
		return err
	}
	p, err := sessions.OpenPlanned(dir)
	if err != nil {
		return err
	}
	s := p.Session
	if q.root != "" {
		from, to, err := jobs.DataRoot(q.root)
		if err != nil {
			return err
		}
		if !s.Header.Data.Move(from, to) {
			return cli.Usagef("--data-root %s: none of the data files, %s, is in %s", message.Clean(q.root), message.Clean(strings.Join(s.Header.Data.Options.Paths, ", ")), message.Clean(from))
		}
	}
	sweep.TakeKernelPath(s.Header.KernelPath)
	fmt.Fprintf(stderr, "task %d of %d on %s: %s\n", task.I, task.N, message.Clean(jobs.Host(os.Getenv)), message.Clean(s.Dir))
	count := &taskCount{}
	e, err := compute.Task(ctx, p, compute.Share{Task: task, Plans: q.plans, ByPoints: q.split == "points"}, q.Run, count.record)
	var arithmetic *sessions.ArithmeticError
	switch {
	case errors.As(err, &arithmetic):
		return cli.Data(fmt.Errorf("%s: %w", jobs.Host(os.Getenv), err))
	case err != nil && ctx.Err() == nil:
		return retried(cli.Data(err))
	case err != nil:
		return err
	case e == nil:
		fmt.Fprintln(stderr, "all points of this task are finished")
		return nil
	}
	began := time.Now()
	if err := e.Wait(); err != nil {
		fmt.Fprintln(stderr, count.text(began))
		return retried(err)
	}
	fmt.Fprintln(stderr, count.text(began)+", task done")
	if count.failed > 0 {
		return cli.SomeFailed(count.failed)
	}
	return nil
}

// retried marks errors of the disk, which may be temporary.
func retried(err error) error {
	var disk *store.DiskError
	if errors.As(err, &disk) || cli.IsMachine(err) {
		return cli.Retry(err)
	}
	return err
}

type taskCount struct {
	mu           sync.Mutex
	done, failed int
}

func (c *taskCount) record(r record.Record) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if r.Kind == string(sweep.PointDone) && r.Result != nil {
		c.done++
		if r.Result.Error != "" {
			c.failed++
		}
	}
}

func (c *taskCount) text(began time.Time) string {
	return fmt.Sprintf("%s, %d failed, %s, %s of processors", message.Counted(c.done, "fit"), c.failed, time.Since(began).Round(time.Second), parallel.ProcessorTime().Round(10*time.Millisecond))
}
