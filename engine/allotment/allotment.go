// Package allotment says how much of the machine is this process's: what a batch system
// or a control group gives it, which may be less than what the machine has free.
package allotment

import (
	"io/fs"
	"math"
	"path"
	"regexp"
	"strconv"
	"strings"
)

// Machine is where the operating system and the batch system tell.
type Machine struct {
	// Root is the file system from its root, of which /proc and /sys are read.
	Root fs.FS
	// Env gives variables of the environment, "" for none.
	Env func(string) string
}

var memAvailable = regexp.MustCompile(`(?m)^MemAvailable:\s+(\d+) kB$`)

// Memory is how many bytes this process may still use: the least of what the machine has
// free, what its control groups (cgroups(7), version 1 or 2) leave of their limits, and
// what Slurm has allotted. It is 0 where the system does not tell.
func (m Machine) Memory() int64 {
	free := int64(math.MaxInt64)
	if b, err := fs.ReadFile(m.Root, "proc/meminfo"); err == nil {
		if found := memAvailable.FindSubmatch(b); found != nil {
			if kb, err := strconv.ParseInt(string(found[1]), 10, 64); err == nil {
				free = kb << 10
			}
		}
	}
	free = min(free, m.groups(), m.slurm())
	if free == math.MaxInt64 {
		return 0
	}
	return max(free, 1)
}

// Limit is the least limit that a control group or Slurm sets, in bytes, and in words who
// does; 0 for none.
func (m Machine) Limit() (bytes int64, by string) {
	least := int64(math.MaxInt64)
	m.eachGroup(func(dir string, most, _ int64) {
		if most < least {
			least, by = most, "of the control group "+dir
		}
	})
	if allotted := m.slurm(); allotted < least {
		least, by = allotted, "of Slurm"
	}
	if least == math.MaxInt64 {
		return 0, ""
	}
	return least, by
}

// slurm is the memory that Slurm allotted to the job on this node.
func (m Machine) slurm() int64 {
	const megabyte = 1 << 20
	if mb := m.number("SLURM_MEM_PER_NODE"); mb > 0 {
		return mb * megabyte
	}
	if mb := m.number("SLURM_MEM_PER_CPU"); mb > 0 {
		return mb * megabyte * max(1, m.number("SLURM_CPUS_ON_NODE"))
	}
	return math.MaxInt64
}

// number is a variable that is a number above 0, and not as large as no limit; 0 for
// others.
func (m Machine) number(name string) int64 {
	n, err := strconv.ParseInt(m.Env(name), 10, 64)
	if err != nil || n < 0 || n > 1<<40 {
		return 0
	}
	return n
}

// groups is what the control groups of this process leave of their limits.
func (m Machine) groups() int64 {
	free := int64(math.MaxInt64)
	m.eachGroup(func(_ string, _, left int64) { free = min(free, left) })
	return free
}

// eachGroup tells of the control groups of this process that have a limit of memory: their
// directories, their limits and what they leave of these.
func (m Machine) eachGroup(tell func(dir string, most, left int64)) {
	b, err := fs.ReadFile(m.Root, "proc/self/cgroup")
	if err != nil {
		return
	}
	for line := range strings.Lines(string(b)) {
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(parts) != 3 {
			continue
		}
		mount, limit, used, cached := "sys/fs/cgroup", "memory.max", "memory.current", "inactive_file"
		switch {
		case parts[1] == "":
		case parts[1] == "memory":
			mount, limit, used, cached = "sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"
		default:
			continue
		}
		for at := path.Clean("/" + parts[2]); ; at = path.Dir(at) {
			if most, left := m.group(path.Join(mount, at), limit, used, cached); most < math.MaxInt64 {
				tell("/"+path.Join(mount, at), most, left)
			}
			if at == "/" {
				break
			}
		}
	}
}

// group is the limit of a control group, and what it leaves of it. What it holds of files
// that nobody uses is given back when it is asked for.
func (m Machine) group(dir, limit, used, cached string) (most, left int64) {
	most, err := m.value(path.Join(dir, limit))
	if err != nil || most >= 1<<60 { // no limit, in version 1
		return math.MaxInt64, math.MaxInt64
	}
	now, err := m.value(path.Join(dir, used))
	if err != nil {
		return most, most
	}
	b, _ := fs.ReadFile(m.Root, path.Join(dir, "memory.stat"))
	for line := range strings.Lines(string(b)) {
		if name, value, ok := strings.Cut(strings.TrimSpace(line), " "); ok && name == cached {
			if n, err := strconv.ParseInt(value, 10, 64); err == nil {
				now -= min(n, now)
			}
		}
	}
	return most, max(0, most-now)
}

func (m Machine) value(name string) (int64, error) {
	b, err := fs.ReadFile(m.Root, name)
	if err != nil {
		return 0, err
	}
	return strconv.ParseInt(strings.TrimSpace(string(b)), 10, 64)
}

// Processors is how many processors Slurm allotted to the process; 0 where it did not
// begin it. The limits of control groups the Go runtime heeds by itself.
func (m Machine) Processors() int {
	for _, name := range []string{"SLURM_CPUS_PER_TASK", "SLURM_CPUS_ON_NODE"} {
		if n := m.number(name); n > 0 && n < 1<<16 && m.Env("SLURM_JOB_ID") != "" {
			return int(n)
		}
	}
	return 0
}
