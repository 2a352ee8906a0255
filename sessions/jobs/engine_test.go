package jobs_test

import (
	"testing"

	"example.com/sfatui/sessions/jobs"
	"example.com/sfatui/sessions/record"
)

// The task of a process is on its command line, or in its engine's variables.
func TestTaskOf(t *testing.T) {
	for _, c := range []struct {
		text string
		env  map[string]string
		want record.Task // N = 0: refused
	}{
		{"3/64", nil, record.Task{I: 3, N: 64}},
		{"env/64", map[string]string{"PBS_ARRAY_INDEX": "2", "PBS_JOBID": "9[2].host"}, record.Task{I: 2, N: 64, Engine: "pbs", Job: "9[2].host"}},
		{"env/4", map[string]string{"JOB_COMPLETION_INDEX": "0"}, record.Task{I: 1, N: 4, Engine: "kubernetes"}},
		{"env", map[string]string{"SLURM_ARRAY_TASK_ID": "7", "SLURM_ARRAY_TASK_MAX": "8", "SLURM_ARRAY_JOB_ID": "12", "SLURMD_NODENAME": "n1", "SLURM_RESTART_COUNT": "1"},
			record.Task{I: 7, N: 8, Engine: "slurm", Job: "12_7", Node: "n1", Restart: 1}},
		{"env", map[string]string{"LSB_JOBINDEX": "1", "LSB_JOBINDEX_END": "5"}, record.Task{I: 1, N: 5, Engine: "lsf"}},
		{"env", map[string]string{"SGE_TASK_ID": "undefined"}, record.Task{}},
		{"env", map[string]string{"PBS_ARRAY_INDEX": "2"}, record.Task{}},
		{"env", nil, record.Task{}},
		{"0/4", nil, record.Task{}}, {"5/4", nil, record.Task{}}, {"-1/4", nil, record.Task{}}, {"4", nil, record.Task{}},
		{"1/x", nil, record.Task{}}, {"", nil, record.Task{}}, {"1/2/3", nil, record.Task{}}, {"1/9999999999", nil, record.Task{}},
	} {
		got, err := jobs.TaskOf(c.text, func(name string) string { return c.env[name] })
		if (err == nil) != (c.want.N > 0) || err == nil && got != c.want {
			t.Errorf("%q with %v: %+v, %v, want %+v", c.text, c.env, got, err, c.want)
		}
	}
}
