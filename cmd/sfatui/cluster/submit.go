package cluster

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"

	"example.com/sfatui/cmd/sfatui/cli"
	"example.com/sfatui/cmd/sfatui/flags"
	"example.com/sfatui/cmd/sfatui/named"
	"example.com/sfatui/cmd/sfatui/outcome"
	"example.com/sfatui/cmd/sfatui/planning"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/linalg/simd"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/compute"
	"example.com/sfatui/sessions/jobs"
	"example.com/sfatui/sessions/list"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/store"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// submission holds the flags of the command submit.
type submission struct {
	request planning.Request // of a new session
	options jobs.Options
	session string
	split   string
	kernels string
	wait    bool
	retries int
	slurm   bool
	every   time.Duration
	planned bool // the session was planned here
}

// Submit returns the command submit.
func Submit() *cobra.Command {
	q := submission{every: 5 * time.Second}
	cmd := &cobra.Command{
		Use:     "submit SESSION | DATA…",
		GroupID: "sweep",
		Short:   "Compute a session on many machines with Slurm",
		Long: `Submit the missing points of a session to Slurm as an array of tasks, and return at
once. An argument that is not the path of a session is DATA: submit first plans a
session with the flags of run, and --out names it. Tasks do not communicate: the
session records which points are finished, so that submitting again computes only
the missing ones. ls, open, follow, check and export work while tasks run.

By default, all tasks together compute at most 1.15 times as much as one process
would; --tasks and --split points override this. See sfatui help slurm.`,
		Example: `  sfatui submit words.sfa --partition short --cpus 2
  sfatui submit words/ --sigma rel:0.5:4:7 --out words.sfa
  sfatui submit words.sfa --dry-run`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := q.check(cmd); err != nil {
				return err
			}
			s, err := q.sessionToSubmit(cmd, args)
			if err != nil || s == nil {
				return err
			}
			return q.execute(cmd, s)
		},
	}
	f := cmd.Flags()
	f.BoolVar(&q.slurm, "slurm", true, "batch system; Slurm is the only one supported (for others use sfatui run --task, see sfatui help engines)")
	f.IntVar(&q.options.Tasks, "tasks", 0, "number of tasks (default: as many as avoid repeating shared computations)")
	f.StringVar(&q.split, "split", "auto", "auto keeps points that share computations in one task; points splits them")
	f.StringVar(&q.options.Partition, "partition", "", "Slurm partition (default: Slurm's default)")
	f.StringVar(&q.options.Account, "account", "", "Slurm account")
	f.StringVar(&q.options.Time, "time", "", "time limit of a task, such as 1:20:00 (default: from the estimate)")
	f.Var((*flags.ByteSize)(&q.options.Memory), "mem", "memory of a task, such as 3GiB (default: from the plan)")
	f.IntVar(&q.options.CPUs, "cpus", 1, "processors per task")
	f.IntVar(&q.options.Throttle, "array-throttle", 0, "maximum number of tasks running at once (default: no limit)")
	f.StringArrayVar(&q.options.Setup, "setup", nil, "line to run in the batch script before the program, such as 'module load x'")
	f.StringArrayVar(&q.options.Sbatch, "sbatch-arg", nil, "argument to pass to sbatch, such as --constraint=fast")
	f.BoolVar(&q.options.Again, "again", false, "submit even if tasks of the session are queued")
	f.StringVar(&q.session, "session", "", "session, named by a part of its name")
	f.StringVar(&q.kernels, "kernel-path", "", "arithmetic of a new session: avx512, avx2 or portable (default: avx2 on amd64, which most nodes support)")
	f.StringVar(&q.options.DataRoot, "data-root", "", "A=B: the nodes find the data of directory A in directory B")
	f.IntVar(&q.retries, "retries", 0, "with --wait: number of times to resubmit missing points")
	f.BoolVar(&q.wait, "wait", false, "wait until all tasks have ended, then print the table and exit as run does")
	f.BoolVar(&q.request.DryRun, "dry-run", false, "print the batch script and the sbatch command, and exit")
	f.StringVar(&q.request.Out, "out", "", "directory of the new session")
	flags.Data(f, &q.request.Data, &q.request.Spec)
	flags.Sweep(f, &q.request.Spec)
	q.request.Paper = flags.SweepFile(cmd)
	q.request.Run.Memory = sweep.AvailableMemory()
	return cmd
}

// check returns an error for invalid flags.
func (q *submission) check(cmd *cobra.Command) error {
	f, o := cmd.Flags(), &q.options
	switch {
	case !q.slurm:
		return cli.Usagef("--slurm is the only supported batch system: for others use sfatui run --task i/N, see sfatui help engines")
	case o.Tasks < 0 || f.Changed("tasks") && o.Tasks == 0:
		return cli.Usagef("--tasks %d: must be at least 1", o.Tasks)
	case o.CPUs < 1 || o.CPUs > 4096:
		return cli.Usagef("--cpus %d: must be from 1 to 4096", o.CPUs)
	case o.Throttle < 0 || f.Changed("array-throttle") && o.Throttle == 0:
		return cli.Usagef("--array-throttle %d: must be at least 1", o.Throttle)
	case q.retries < 0 || q.retries > 0 && !q.wait:
		return cli.Usagef("--retries %d: must be at least 0, and requires --wait", q.retries)
	case q.split != "auto" && q.split != "points":
		return cli.Usagef("--split %q: choose from auto, points", message.Clean(q.split))
	}
	for _, text := range append(append([]string{o.Partition, o.Account, o.Time, o.DataRoot}, o.Setup...), o.Sbatch...) {
		if strings.ContainsAny(text, "\n\r\x00") {
			return cli.Usagef("%q contains a line break, which an argument of sbatch may not", message.Clean(text))
		}
	}
	for _, name := range []string{"partition", "account"} {
		if v := f.Lookup(name).Value.String(); strings.HasPrefix(v, "-") {
			return cli.Usagef("--%s %q: not a valid name", name, message.Clean(v))
		}
	}
	o.ByPoints = q.split == "points"
	if o.Time != "" {
		if _, err := jobs.ParseTime(o.Time); err != nil {
			return cli.Usagef("--time: %w", err)
		}
	}
	if o.DataRoot != "" {
		_, _, err := jobs.DataRoot(o.DataRoot)
		return err
	}
	return nil
}

// sessionToSubmit returns the session to submit: the given one, or one that it
// plans. It returns nil after a dry run of a new session.
func (q *submission) sessionToSubmit(cmd *cobra.Command, args []string) (*sessions.Session, error) {
	given := q.session != "" || len(args) == 1 && store.Exists(filepath.Join(args[0], store.HeaderName))
	if !given {
		return q.plan(cmd, args)
	}
	if q.session != "" && len(args) > 0 {
		return nil, cli.Usagef("--session %s and %s: give only one of them", message.Clean(q.session), message.Clean(args[0]))
	}
	word := q.session
	if word == "" {
		word = args[0]
	}
	var other string
	own := submitFlags()
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if !own[f.Name] {
			other = f.Name
		}
	})
	if other != "" {
		return nil, cli.Usagef("--%s cannot be used with an existing session, whose plan is fixed", other)
	}
	return named.Open(cmd, word)
}

// submitFlags returns the flags that apply to a session.
func submitFlags() map[string]bool {
	own := map[string]bool{}
	for _, name := range []string{"slurm", "tasks", "split", "partition", "account", "time", "mem", "cpus", "array-throttle", "setup", "sbatch-arg", "again", "session", "wait", "retries", "data-root", "dry-run"} {
		own[name] = true
	}
	return own
}

// plan creates a session for data.
func (q *submission) plan(cmd *cobra.Command, args []string) (*sessions.Session, error) {
	if err := q.pinKernels(cmd.ErrOrStderr()); err != nil {
		return nil, err
	}
	r, stderr := &q.request, cmd.ErrOrStderr()
	var err error
	if r.Data.Paths, err = flags.Described(cmd, r.Paper.Paths(args)); err != nil {
		return nil, err
	}
	if err := flags.CheckRanges(cmd, &r.Data, &r.Spec, &r.Run); err != nil {
		return nil, err
	}
	if !r.DryRun { // before data is read and a session created that nothing would compute
		if _, err := new(jobs.Slurm).Partition(cmd.Context(), q.options.Partition); err != nil {
			return nil, fmt.Errorf("%w; no session was created", err)
		}
	}
	set, plan, err := r.Plan(cmd.Context(), stderr)
	if err != nil {
		return nil, err
	}
	if r.DryRun {
		return nil, planning.PrintPlan(cmd.OutOrStdout(), set, plan, r.Run)
	}
	dir := r.Out
	if dir == "" {
		if dir, err = list.NewDir(set.Name); err != nil {
			return nil, err
		}
	}
	planning.Describe(stderr, set)
	s, err := compute.Create(r.Asked(dir, set, plan))
	if err == nil {
		q.planned = true
		fmt.Fprintf(stderr, "session %s\n%s planned\n", message.Clean(s.Dir), message.Counted(len(plan.Entries), "fit"))
	}
	return s, err
}

// pinKernels restarts this program with the arithmetic of the new session, if
// that differs. Otherwise nodes with different processors would compute points
// of different sweeps.
func (q *submission) pinKernels(stderr io.Writer) error {
	here, _, _ := strings.Cut(sweep.KernelPath(), "-")
	want := q.kernels
	if want == "" && runtime.GOARCH == "amd64" && os.Getenv("SFATUI_KERNELS") == "" && here != "portable" {
		want = "avx2"
	}
	if want == "" || want == here {
		return nil
	}
	if asked, granted := simd.Requested(); asked == want && !granted {
		return cli.Usagef("--kernel-path %s: this processor supports %s", message.Clean(want), simd.DescribePaths())
	}
	if q.kernels == "" {
		fmt.Fprintf(stderr, "the session is planned for the arithmetic %s, which more nodes support than %s: to use the latter, add --kernel-path %[2]s --sbatch-arg --constraint=FEATURE\n", want, here)
	}
	program, err := os.Executable()
	if err != nil {
		return err
	}
	// with the variable twice in the environment, the first value would remain
	if err := os.Setenv("SFATUI_KERNELS", want); err != nil {
		return err
	}
	return syscall.Exec(program, os.Args, os.Environ())
}

// execute submits the missing points of the session.
func (q *submission) execute(cmd *cobra.Command, s *sessions.Session) error {
	ctx, stderr := cmd.Context(), cmd.ErrOrStderr()
	named.WarnDamage(stderr, s)
	var slurm jobs.Slurm
	o, err := q.options.Complete(ctx, s)
	if err != nil {
		return q.plannedError(s, err)
	}
	sub, err := jobs.Prepare(ctx, s, &slurm, o)
	var nothing *jobs.NothingError
	if errors.As(err, &nothing) {
		fmt.Fprintln(stderr, err)
		return nil
	}
	if err != nil {
		return q.plannedError(s, err)
	}
	if q.request.DryRun {
		script, line := sub.Script(s)
		fmt.Fprintf(cmd.OutOrStdout(), "%s\n%s\n", script, line)
		return nil
	}
	if err := queue(ctx, stderr, s, &slurm, sub); err != nil {
		return q.plannedError(s, err)
	}
	if q.wait {
		return q.waitForTasks(ctx, cmd, s, &slurm)
	}
	fmt.Fprintf(stderr, "list the tasks: sfatui jobs %s, follow the sweep: sfatui follow %[1]s\n", message.Clean(s.Dir))
	return nil
}

// plannedError adds to an error how to submit a session that was planned here.
func (q *submission) plannedError(s *sessions.Session, err error) error {
	if !q.planned {
		return err
	}
	return fmt.Errorf("%w; the session is planned: submit it with sfatui submit %s", err, message.Clean(s.Dir))
}

func queue(ctx context.Context, stderr io.Writer, s *sessions.Session, slurm *jobs.Slurm, sub *jobs.Submission) error {
	if err := sub.Submit(ctx, s, slurm); err != nil {
		return err
	}
	if sub.Mended != "" {
		fmt.Fprintf(stderr, "%s did not match the checksum in its name, and was replaced\n", message.Clean(sub.Mended))
	}
	fmt.Fprintf(stderr, "queued as %s: %d of %d fits missing, tasks %s of %d, %d processors, %s and %s each\n",
		cmp.Or(sub.ID, "a job (sbatch printed no job number)"), sub.Points, s.Planned(), sub.Array, sub.Tasks, sub.CPUs, sweep.FormatBytes(sub.Memory), sub.Time)
	if sub.Note != "" {
		fmt.Fprintln(stderr, sub.Note)
	}
	return nil
}

// sameFailures is the number of tasks with the same failure from which all are
// expected to fail.
const sameFailures = 3

// waitForTasks waits until no task waits or runs, and resubmits missing points
// up to the requested number of times. It then prints the table.
func (q *submission) waitForTasks(ctx context.Context, cmd *cobra.Command, s *sessions.Session, slurm *jobs.Slurm) error {
	show := outcome.NewProgress(cmd.OutOrStdout(), cmd.ErrOrStderr(), false)
	show.Of(s)
	for try := 0; ; try++ {
		err := q.showUntilDone(ctx, show, s, slurm)
		if err == nil {
			s, err = s.Reopen()
		}
		if err != nil {
			return err
		}
		if try == q.retries || len(s.Missing()) == 0 {
			break
		}
		o, err := q.options.Complete(ctx, s)
		if err != nil {
			return err
		}
		sub, err := jobs.Prepare(ctx, s, slurm, o)
		if err == nil {
			err = queue(ctx, cmd.ErrOrStderr(), s, slurm, sub)
		}
		if err != nil {
			return err
		}
	}
	if err := outcome.PrintSession(show, s); err != nil {
		return err
	}
	if n := len(s.Missing()); n > 0 {
		return fmt.Errorf("%s missing: sfatui jobs %s lists the causes, sfatui submit %[2]s submits again", message.Counted(n, "fit"), message.Clean(s.Dir))
	}
	return nil
}

// showUntilDone shows the sweep until no task waits or runs. If the first tasks
// all fail with the same error, it cancels the others.
func (q *submission) showUntilDone(ctx context.Context, show *outcome.Progress, s *sessions.Session, slurm *jobs.Slurm) error {
	following, end := context.WithCancel(ctx)
	defer end()
	ended := make(chan error, 1)
	go func() {
		defer end()
		ended <- watch(following, s, slurm, q.every)
	}()
	s.Queued = func(context.Context) bool { return true } // watch detects the end
	err := s.Follow(following, cmp.Or(store.Interval(s.Dir), q.every), func(r record.Record) error {
		show.Record(r)
		return nil
	})
	end()
	show.End()
	failed := <-ended
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case failed != nil && !errors.Is(failed, context.Canceled):
		return failed
	case err != nil && !errors.Is(err, context.Canceled):
		return err
	}
	return nil
}

// watch waits until no task waits or runs.
func watch(ctx context.Context, s *sessions.Session, slurm *jobs.Slurm, every time.Duration) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(every):
		}
		now, err := s.Reopen()
		if err != nil {
			return err
		}
		o := jobs.Status(ctx, now, now.State(), slurm, time.Now())
		if why := sameFailure(o); why != "" {
			if err := slurm.Cancel(ctx, o.Active()...); err != nil {
				return err
			}
			return fmt.Errorf("the first tasks all failed, so the others were cancelled: %s", why)
		}
		if waiting, running, _, _ := o.Counts(); o.QueueErr == nil && waiting+running == 0 {
			return nil
		}
	}
}

// sameFailure returns the error with which the first tasks all failed, "" for
// none. It ignores the node at the start of an error.
func sameFailure(o jobs.Overview) string {
	count, text := 0, ""
	for _, t := range o.Tasks {
		why := strings.TrimPrefix(t.Why, t.Node+": ")
		switch {
		case t.Done > 0:
			return ""
		case t.Kind != jobs.Broken || why == "":
		case text == "" || text == why:
			count, text = count+1, why
		default:
			return ""
		}
	}
	if count < sameFailures {
		return ""
	}
	return text
}
