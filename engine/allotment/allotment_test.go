package allotment_test

import (
	"fmt"
	"testing"
	"testing/fstest"

	"example.com/sfatui/engine/allotment"
)

// What a process may use is the least that anybody allots to it.
func TestMemory(t *testing.T) {
	const gib = 1 << 30
	free := "MemTotal:       33554432 kB\nMemAvailable:   16777216 kB\n" // 16 GiB
	for name, c := range map[string]struct {
		files map[string]string
		env   map[string]string
		want  int64
		limit string
	}{
		"a machine alone":    {map[string]string{"proc/meminfo": free, "proc/self/cgroup": "0::/\n"}, nil, 16 * gib, ""},
		"nobody tells":       {nil, nil, 0, ""},
		"Slurm, of the node": {map[string]string{"proc/meminfo": free}, map[string]string{"SLURM_MEM_PER_NODE": "3000"}, 3000 << 20, "3145728000 of Slurm"},
		"Slurm, by the processor": {map[string]string{"proc/meminfo": free},
			map[string]string{"SLURM_MEM_PER_CPU": "1000", "SLURM_CPUS_ON_NODE": "4"}, 4000 << 20, "4194304000 of Slurm"},
		"Slurm, all of the node": {map[string]string{"proc/meminfo": free}, map[string]string{"SLURM_MEM_PER_NODE": "0"}, 16 * gib, ""},
		"a control group above, version 2": {map[string]string{
			"proc/meminfo": free, "proc/self/cgroup": "0::/job/step\n",
			"sys/fs/cgroup/job/memory.max": "2147483648\n", "sys/fs/cgroup/job/memory.current": "1610612736\n",
			"sys/fs/cgroup/job/memory.stat":     "anon 1\ninactive_file 1073741824\n",
			"sys/fs/cgroup/job/step/memory.max": "max\n",
		}, nil, 2*gib - gib/2, "2147483648 of the control group /sys/fs/cgroup/job"},
		"version 1": {map[string]string{
			"proc/meminfo": free, "proc/self/cgroup": "5:cpu:/x\n4:memory:/slurm/uid_1\n",
			"sys/fs/cgroup/memory/slurm/uid_1/memory.limit_in_bytes": "1073741824\n", "sys/fs/cgroup/memory/slurm/uid_1/memory.usage_in_bytes": "0\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n",
		}, nil, gib, "1073741824 of the control group /sys/fs/cgroup/memory/slurm/uid_1"},
		"a group that is full": {map[string]string{
			"proc/meminfo": free, "proc/self/cgroup": "0::/a\n", "sys/fs/cgroup/a/memory.max": "1000\n", "sys/fs/cgroup/a/memory.current": "2000\n",
		}, nil, 1, "1000 of the control group /sys/fs/cgroup/a"},
		"nonsense": {map[string]string{"proc/meminfo": "MemAvailable: many\n", "proc/self/cgroup": "::\n0:/../..\n0::/../../x\n"},
			map[string]string{"SLURM_MEM_PER_NODE": "-3", "SLURM_MEM_PER_CPU": "1e9"}, 0, ""},
	} {
		root := fstest.MapFS{}
		for file, text := range c.files {
			root[file] = &fstest.MapFile{Data: []byte(text)}
		}
		m := allotment.Machine{Root: root, Env: func(name string) string { return c.env[name] }}
		if got := m.Memory(); got != c.want {
			t.Errorf("%s: %d bytes, want %d", name, got, c.want)
		}
		limit := ""
		if bytes, by := m.Limit(); bytes > 0 {
			limit = fmt.Sprint(bytes, " ", by)
		}
		if limit != c.limit {
			t.Errorf("%s: the limit is %q, want %q", name, limit, c.limit)
		}
	}
}

func TestProcessors(t *testing.T) {
	for _, c := range []struct {
		env  map[string]string
		want int
	}{
		{nil, 0},
		{map[string]string{"SLURM_JOB_ID": "7", "SLURM_CPUS_PER_TASK": "2", "SLURM_CPUS_ON_NODE": "8"}, 2},
		{map[string]string{"SLURM_JOB_ID": "7", "SLURM_CPUS_ON_NODE": "8"}, 8},
		{map[string]string{"SLURM_CPUS_ON_NODE": "8"}, 0},
		{map[string]string{"SLURM_JOB_ID": "7", "SLURM_CPUS_PER_TASK": "x"}, 0},
	} {
		m := allotment.Machine{Env: func(name string) string { return c.env[name] }}
		if got := m.Processors(); got != c.want {
			t.Errorf("%v: %d processors, want %d", c.env, got, c.want)
		}
	}
}
