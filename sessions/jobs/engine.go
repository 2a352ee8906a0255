package jobs

import (
	"cmp"
	"fmt"
	"os"
	"strconv"
	"strings"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/sessions/record"
)

// engine holds the environment variables from which a batch system's process
// learns its task.
type engine struct {
	name, index, count string
	from               int // the first index
	job, node, restart string
}

// engines lists the known engines in the order of detection.
var engines = []engine{
	{name: "slurm", index: "SLURM_ARRAY_TASK_ID", count: "SLURM_ARRAY_TASK_MAX", from: 1, job: "SLURM_ARRAY_JOB_ID", node: "SLURMD_NODENAME", restart: "SLURM_RESTART_COUNT"},
	{name: "pbs", index: "PBS_ARRAY_INDEX", from: 1, job: "PBS_JOBID"},
	{name: "pbs", index: "PBS_ARRAYID", from: 1, job: "PBS_JOBID"},
	{name: "lsf", index: "LSB_JOBINDEX", count: "LSB_JOBINDEX_END", from: 1, job: "LSB_JOBID"},
	{name: "grid engine", index: "SGE_TASK_ID", count: "SGE_TASK_LAST", from: 1, job: "JOB_ID", restart: "RESTARTED"},
	{name: "kubernetes", index: "JOB_COMPLETION_INDEX", from: 0, node: "NODE_NAME"},
	{name: "parallel", index: "PARALLEL_SEQ", from: 1},
}

// TaskOf parses a task: i/N, or env/N for the index from the engine's variable,
// or env for both from the engine. Function env returns a variable, "" for
// none.
func TaskOf(text string, env func(string) string) (record.Task, error) {
	index, count, parted := strings.Cut(text, "/")
	t := record.Task{}
	e, at, found := engineOf(env)
	if found {
		t.Engine, t.Job, t.Node = e.name, env(e.job), env(e.node)
		t.Restart, _ = strconv.Atoi(env(e.restart))
		if e.name == "slurm" && t.Job != "" {
			t.Job += "_" + env(e.index)
		}
	}
	var err error
	if index != "env" {
		t.I, err = strconv.Atoi(index)
	} else if !found {
		return t, message.Usagef("--task %s: no engine's environment variable contains the task number: write --task i/N, see sfatui help engines", text)
	} else {
		t.I = at - e.from + 1
		if !parted {
			count = cmp.Or(env(e.count), "")
			parted = true
		}
	}
	if err == nil && count == "" {
		return t, message.Usagef("--task %s: %s does not contain the number of tasks: write --task env/N", text, cmp.Or(t.Engine, "that"))
	}
	if err == nil {
		t.N, err = strconv.Atoi(count)
	}
	if err != nil || !parted || t.I < 1 || t.I > t.N || t.N > maxTasks {
		return t, message.Usagef("--task %s: write i/N, the number of a task from 1 and that of all, such as 3/64", text)
	}
	return t, nil
}

// maxTasks is the maximum number of tasks.
const maxTasks = 100_000

// engineOf returns the engine that started this process, and the process's
// index.
func engineOf(env func(string) string) (engine, int, bool) {
	for _, e := range engines {
		if i, err := strconv.Atoi(env(e.index)); err == nil {
			return e, i, true
		}
	}
	return engine{}, 0, false
}

// Host returns the name of this machine, as its engine calls it.
func Host(env func(string) string) string {
	if e, _, ok := engineOf(env); ok && env(e.node) != "" {
		return env(e.node)
	}
	name, err := os.Hostname()
	if err != nil {
		return fmt.Sprintf("process %d", os.Getpid())
	}
	return name
}
