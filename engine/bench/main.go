package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/pprof"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := execute(ctx, os.Args[1:], os.Stdout)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// table is a table that can be printed instead of the jobs.
type table struct {
	name  string
	print func(ctx context.Context, b *bench, todo []*job) error
}

// withoutJobs returns a table whose print function takes no jobs.
func withoutJobs(name string, print func(context.Context, *bench) error) table {
	return table{name, func(ctx context.Context, b *bench, _ []*job) error { return print(ctx, b) }}
}

// tables holds all tables.
var tables = []table{
	withoutJobs("memory", memoryTable), withoutJobs("file", fileTable), {"workers", workersTable},
	{"record", recordTable}, withoutJobs("eigen", eigenTable), {"limits", func(_ context.Context, b *bench, _ []*job) error { return limitsTable(b) }},
	withoutJobs("methods", methodsTable), withoutJobs("parts", partsTable), withoutJobs("read", readTable),
	withoutJobs("choosing", choosingTable),
}

// tableNames returns the names of the tables, separated by commas.
func tableNames() string {
	var names []string
	for _, t := range tables {
		names = append(names, t.name)
	}
	return strings.Join(names, ", ")
}

// execute runs one command line.
func execute(ctx context.Context, args []string, stdout io.Writer) error {
	var o options
	f := flag.NewFlagSet("bench", flag.ExitOnError)
	f.StringVar(&o.jobs, "jobs", "large,small,a,b", "the jobs to run")
	f.StringVar(&o.kinds, "kinds", "refit,shared", "how the numpy program computes a sweep: refit, picked or shared")
	f.StringVar(&o.table, "table", "", "print a table instead: "+tableNames())
	f.StringVar(&o.data, "data", "../shared/data", "the folder of real data for the table choosing")
	f.StringVar(&o.sets, "sets", "", "the sets of the table choosing, separated by commas; "+strings.Join([]string{simulated, searchSets, noiseSets, alarmSets}, ", ")+" for generated ones (default: all)")
	f.IntVar(&o.repeats, "repeats", 200, "data sets of each simulation of the table choosing")
	f.IntVar(&o.runs, "runs", 3, "runs of each program, an odd number")
	f.Float64Var(&o.scale, "scale", 1, "samples, supports and features times this")
	f.StringVar(&o.python, "python", "", "a Python that has numpy and scipy (default: python3, then /usr/bin/python3)")
	f.StringVar(&o.profile, "profile", "", "directory for CPU profiles of our side")
	f.BoolVar(&o.phases, "phases", false, "print what the time was spent on")
	if err := f.Parse(args); err != nil {
		return err
	}
	if f.NArg() > 0 {
		return runChild(ctx, o, f.Args(), stdout)
	}
	todo, err := o.check()
	if err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "sfatui-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	b := &bench{options: o, out: stdout, folder: folder}
	if o.table != "choosing" { // it involves no other program
		if err := b.prepare(ctx); err != nil {
			return err
		}
	}
	if i := slices.IndexFunc(tables, func(t table) bool { return t.name == o.table }); i >= 0 {
		return tables[i].print(ctx, b, todo)
	}
	return b.runJobs(ctx, todo)
}

// check validates the options and returns the selected jobs, scaled.
func (o *options) check() ([]*job, error) {
	if o.runs < 1 || o.runs%2 == 0 {
		return nil, fmt.Errorf("-runs %d: the median needs an odd number", o.runs)
	}
	if o.repeats < 1 {
		return nil, fmt.Errorf("-repeats %d: must be at least 1", o.repeats)
	}
	if !(o.scale > 0 && o.scale <= 1) {
		return nil, fmt.Errorf("-scale %g: must be above 0 and at most 1", o.scale)
	}
	if o.table != "" && !slices.ContainsFunc(tables, func(t table) bool { return t.name == o.table }) {
		return nil, fmt.Errorf("-table %s: choose from %s", o.table, tableNames())
	}
	for _, k := range strings.Split(o.kinds, ",") {
		if !slices.Contains([]string{"refit", "picked", "shared"}, k) {
			return nil, fmt.Errorf("-kinds %s: choose from refit, picked, shared", k)
		}
	}
	asked := strings.Split(o.jobs, ",")
	var todo []*job
	for _, j := range jobs() {
		if i := slices.Index(asked, j.Name); i >= 0 {
			asked = slices.Delete(asked, i, i+1)
			todo = append(todo, j.scaled(o.scale))
		}
	}
	if len(asked) > 0 {
		return nil, fmt.Errorf("-jobs %s: choose from large, small, a, b", strings.Join(asked, ","))
	}
	return todo, nil
}

// runChild runs a part of the benchmark that has its own process: one side of a job, or one
// step of a table.
func runChild(ctx context.Context, o options, args []string, stdout io.Writer) error {
	if o.profile != "" {
		f, err := os.Create(o.profile)
		if err != nil {
			return err
		}
		defer f.Close()
		if err := pprof.StartCPUProfile(f); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
	}
	switch {
	case len(args) == 2 && args[0] == "touch":
		bytes, err := strconv.ParseInt(args[1], 10, 64)
		if err == nil {
			touchMemory(bytes)
		}
		return err
	case len(args) == 2 && args[0] == "compute":
		return compute(ctx, args[1])
	case len(args) == 2 && args[0] == "probe":
		return probe(ctx, args[1])
	case len(args) == 2 && args[0] == "step":
		return step(ctx, args[1], stdout)
	case len(args) == 2 && args[0] == "eigen":
		return eigen(ctx, args[1], stdout)
	case len(args) == 3 && args[0] == "part":
		return partChild(ctx, args[1], args[2], stdout)
	case len(args) == 2 && args[0] == "read":
		return readChild(ctx, args[1], stdout)
	}
	return fmt.Errorf("%q: unknown part of the benchmark", args)
}

// runJobs runs jobs one after another.
func (b *bench) runJobs(ctx context.Context, todo []*job) error {
	words := newSpeech()
	b.printHeader()
	for _, j := range todo {
		if err := b.job(ctx, j, words); err != nil {
			return fmt.Errorf("job %s: %w", j.Name, err)
		}
	}
	return nil
}

// job runs one job and prints a line for each kind of the peer's program.
func (b *bench) job(ctx context.Context, j *job, words [][]float64) error {
	folder := filepath.Join(b.folder, j.Name)
	if err := os.Mkdir(folder, 0o700); err != nil {
		return err
	}
	defer os.RemoveAll(folder) // the largest job's samples take 390 MB
	if err := j.write(folder, words); err != nil {
		return err
	}
	kinds := b.kindsOf(j)
	ours, peers := newSide("ours"), make([]*side, len(kinds))
	for i, k := range kinds {
		peers[i] = newSide(k.name)
	}
	for run := range b.runs {
		if err := b.ours(ctx, j, folder, ours, run); err != nil {
			return err
		}
		for _, p := range peers {
			if err := b.peer(ctx, j, folder, p); err != nil {
				return err
			}
		}
	}
	in, err := b.profiledKernels(ctx, j)
	if err != nil {
		return err
	}
	if len(peers) == 0 {
		b.printJob(j, kind{name: "–"}, ours, nil, agreement{})
		b.printKernels(in, nil)
		return nil
	}
	if err := b.run(ctx, b.self("probe", folder)); err != nil {
		return err
	}
	for i, k := range kinds {
		a, err := b.compare(j, folder, ours, peers[i])
		if err != nil {
			return err
		}
		b.printJob(j, k, ours, peers[i], a)
		b.printKernels(in, peers[i])
	}
	return nil
}

// kindsOf returns the selected kinds of the peer's program that the job has; none without
// numpy.
func (b *bench) kindsOf(j *job) []kind {
	asked := strings.Split(b.kinds, ",")
	var out []kind
	for _, k := range j.kinds {
		if b.numpy != nil && slices.Contains(asked, k.name) {
			out = append(out, k)
		}
	}
	return out
}
