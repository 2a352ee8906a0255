// Package allotment finds the share of the machine that this process may use: a batch
// system or a control group may allot less than the machine has free.
package allotment

import (
	"io/fs"
	"math"
	"path"
	"regexp"
	"strconv"
	"strings"
)

// Machine holds the sources of information on the machine and the batch system.
type Machine struct {
	// Root is the file system from its root, of which /proc and /sys are read.
	Root fs.FS
	// Env returns a variable of the environment, "" for none.
	Env func(string) string
}

var memAvailable = regexp.MustCompile(`(?m)^MemAvailable:\s+(\d+) kB$`)

// Memory returns the number of bytes that this process may still use: the least of the
// free memory of the machine, the free memory under the limits of its control groups
// (cgroups(7), version 1 or 2), and the allotment of Slurm. It is 0 if unknown.
func (m Machine) Memory() int64 {
	free := int64(math.MaxInt64)
	if b, err := fs.ReadFile(m.Root, "proc/meminfo"); err == nil {
		if found := memAvailable.FindSubmatch(b); found != nil {
			if kb, err := strconv.ParseInt(string(found[1]), 10, 64); err == nil {
				free = kb << 10
			}
		}
	}
	free = min(free, m.groupMemory(), m.slurmMemory())
	if free == math.MaxInt64 {
		return 0
	}
	return max(free, 1)
}

// Limit returns the least limit, in bytes, that a control group or Slurm sets, and its
// source in words; 0 for none.
func (m Machine) Limit() (bytes int64, by string) {
	least := int64(math.MaxInt64)
	m.forEachGroup(func(dir string, most, _ int64) {
		if most < least {
			least, by = most, "of the control group "+dir
		}
	})
	if allotted := m.slurmMemory(); allotted < least {
		least, by = allotted, "of Slurm"
	}
	if least == math.MaxInt64 {
		return 0, ""
	}
	return least, by
}

// slurmMemory returns the memory that Slurm allotted to the job on this node;
// math.MaxInt64 for none.
func (m Machine) slurmMemory() int64 {
	const megabyte = 1 << 20
	if mb := m.envNumber("SLURM_MEM_PER_NODE"); mb > 0 {
		return mb * megabyte
	}
	if mb := m.envNumber("SLURM_MEM_PER_CPU"); mb > 0 {
		return mb * megabyte * max(1, m.envNumber("SLURM_CPUS_ON_NODE"))
	}
	return math.MaxInt64
}

// envNumber returns the number in a variable; 0 unless it is above 0 and small enough
// to be a limit.
func (m Machine) envNumber(name string) int64 {
	n, err := strconv.ParseInt(m.Env(name), 10, 64)
	if err != nil || n < 0 || n > 1<<40 {
		return 0
	}
	return n
}

// groupMemory returns the least free memory under the limits of the control groups of
// this process; math.MaxInt64 without limits.
func (m Machine) groupMemory() int64 {
	free := int64(math.MaxInt64)
	m.forEachGroup(func(_ string, _, left int64) { free = min(free, left) })
	return free
}

// forEachGroup calls f with the directory, limit and free memory of each control group
// of this process that has a memory limit.
func (m Machine) forEachGroup(f func(dir string, most, left int64)) {
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
			if most, left := m.groupLimits(path.Join(mount, at), limit, used, cached); most < math.MaxInt64 {
				f("/"+path.Join(mount, at), most, left)
			}
			if at == "/" {
				break
			}
		}
	}
}

// groupLimits returns the memory limit of a control group and the free memory under it;
// math.MaxInt64 without a limit. Inactive cached files count as free, because the
// system reclaims them on demand.
func (m Machine) groupLimits(dir, limit, used, cached string) (most, left int64) {
	most, err := m.value(path.Join(dir, limit))
	if err != nil || most >= 1<<60 { // version 1 without a limit
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

// Processors returns the number of processors that Slurm allotted to the process; 0 if
// Slurm did not start it. The Go runtime obeys the limits of control groups by itself.
func (m Machine) Processors() int {
	for _, name := range []string{"SLURM_CPUS_PER_TASK", "SLURM_CPUS_ON_NODE"} {
		if n := m.envNumber(name); n > 0 && n < 1<<16 && m.Env("SLURM_JOB_ID") != "" {
			return int(n)
		}
	}
	return 0
}
