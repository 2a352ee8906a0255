package main

import (
	"cmp"
	"context"
	"fmt"
	"io"

	"example.com/sfatui/cmd/sfatui/cli"
	"example.com/sfatui/cmd/sfatui/cluster"
	"example.com/sfatui/cmd/sfatui/flags"
	"example.com/sfatui/cmd/sfatui/outcome"
	"example.com/sfatui/cmd/sfatui/planning"
	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/compute"
	"example.com/sfatui/sessions/list"
	"github.com/spf13/cobra"
)

type running struct {
	planning.Request
	auto autopilot
	// permutations test the choice after the sweep.
	permutations permutations
	json         bool
	// planOnly creates the session without computing.
	planOnly bool
	// shareAsked reports that --validation was given.
	shareAsked bool
}

func runCommand() *cobra.Command {
	var (
		q    running
		task cluster.Task
	)
	cmd := &cobra.Command{
		Use:     "run [DATA…]",
		GroupID: "sweep",
		Short:   "Run a sweep without a screen",
		Long: `Run a sweep without a screen: progress on stderr, results on stdout.

Axes accept lists and ranges (0.5,1,2  log:0.5:500:12  lin:0:1:5); σ also accepts
multiples of the heuristic width (rel:0.25:4:9) or of the mean norm (norm:2).
Every combination of values is a point. Defaults depend on the data; --dry-run
prints them.`,
		Example: `  sfatui run
  sfatui run words/ --name '{label}_{group}_{rep}' --sigma rel:0.5:4:7 --lambda 0,1e-7
  sfatui run sensors.csv --segment trial --label state --standardize --json
  sfatui run --auto --auto-points 300
  sfatui run --sweep papers/bohmer-3`,
		RunE: func(cmd *cobra.Command, args []string) error {
			var err error
			task.Run = q.Run
			if err = task.Check(cmd, args); err != nil {
				return err
			}
			if task.Text != "" {
				flags.HoldMemory(cmd.Flags(), &q.Run)
				return task.Execute(cmd, args[0])
			}
			if q.Data.Paths, err = flags.Described(cmd, q.Paper.Paths(args)); err != nil {
				return err
			}
			if err := cmp.Or(flags.CheckRanges(cmd, &q.Data, &q.Spec, &q.Run), q.auto.check(cmd), q.permutations.check(cmd)); err != nil {
				return err
			}
			if q.planOnly && q.Spec.Search.By != "" {
				return cli.Usagef("--plan-only cannot be combined with --search: each round requires the scores of the earlier ones")
			}
			if q.planOnly && q.permutations > 0 {
				return cli.Usagef("--plan-only cannot be combined with --permutations, which test the choice of a finished sweep: plan, compute, then use sfatui resume --permutations %d", int(q.permutations))
			}
			if q.planOnly && q.auto.on {
				return cli.Usagef("--plan-only cannot be combined with --auto, where each round requires the complete previous one: plan, compute, then use sfatui resume --auto")
			}
			q.shareAsked = cmd.Flags().Changed("validation")
			return q.execute(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	flags.Data(cmd.Flags(), &q.Data, &q.Spec)
	flags.Sweep(cmd.Flags(), &q.Spec)
	flags.Compute(cmd.Flags(), &q.Run)
	autoFlags(cmd, &q.auto)
	q.permutations.flag(cmd)
	q.Paper = flags.SweepFile(cmd)
	cmd.Flags().StringVar(&q.Out, "out", "", "directory of the new session")
	cmd.Flags().BoolVar(&q.json, "json", false, "print one JSON object per finished point and one for the choice; see sfatui help json")
	cmd.Flags().BoolVar(&q.planOnly, "plan-only", false, "create the session with its plan without computing it; tasks compute it (see sfatui help engines)")
	cluster.TaskFlags(cmd.Flags(), &task)
	cmd.Flags().BoolVar(&q.DryRun, "dry-run", false, "print the plan with its memory and time, and exit")
	return cmd
}

// execute opens the data, plans, computes and prints.
func (q *running) execute(ctx context.Context, stdout, stderr io.Writer) error {
	set, plan, err := q.Plan(ctx, stderr)
	if err != nil {
		return err
	}
	if dealt, err := plan.Spec.Dealt(set); err == nil && q.shareAsked && dealt.Validation == 0 && q.Spec.Split.Validation > 0 {
		fmt.Fprintf(stderr, "note: --validation %g is not used: for a single series, blocks of at most an eighth of the training part are set aside for choosing; --inner last sets aside that share at the end\n", q.Spec.Split.Validation)
	}
	if q.permutations > 0 {
		if err := compute.Permutable(plan.Spec.Objective); err != nil {
			return err
		}
	}
	if q.DryRun {
		return planning.PrintPlan(stdout, set, plan, q.Run)
	}
	dir := q.Out
	if dir == "" {
		if dir, err = list.NewDir(set.Name); err != nil {
			return err
		}
	}
	planning.Describe(stderr, set)
	planning.Warn(stderr, set, plan.Spec)
	if q.planOnly {
		return q.create(dir, set, plan, stderr)
	}
	show := outcome.NewProgress(stdout, stderr, q.json)
	show.After = q.permutations.testAfter(ctx, q.Run, stderr)
	e, err := show.Begin(func() (*compute.Execution, error) {
		asked := q.Asked(dir, set, plan)
		asked.Driver, asked.OnRecord = q.auto.driver(), show.Record
		return compute.Start(ctx, asked)
	})
	if err != nil {
		return err
	}
	list.Usual().Remember(e.Session().Dir)
	return outcome.Finish(e, show)
}

// create creates the session without computing.
func (q *running) create(dir string, set *data.Set, plan *sweep.Plan, stderr io.Writer) error {
	s, err := compute.Create(q.Asked(dir, set, plan))
	if err != nil {
		return err
	}
	list.Usual().Remember(s.Dir)
	name := message.Clean(s.Dir)
	fmt.Fprintf(stderr, "session %s\n%s planned; compute them with sfatui submit %[1]s or sfatui run --task i/N %[1]s\n", name, message.Counted(len(plan.Entries), "fit"))
	return nil
}
