package journal

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"example.com/sfatui/sessions/record"
)

// clockSlack is the tolerance for comparing two clock readings, one of them computed from
// the boot time, because the clock may have been set in between.
const clockSlack = time.Minute

// processID returns the ID of this process. Tests replace it.
var processID = os.Getpid

// bootID and pidNamespace return the boot of this machine and the namespace of its process
// IDs, or "" if the system does not provide them (random(4), pid_namespaces(7)).
var (
	bootID = sync.OnceValue(func() string {
		b, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
		if err != nil {
			return ""
		}
		return strings.TrimSpace(string(b))
	})
	pidNamespace = sync.OnceValue(func() string {
		name, err := os.Readlink("/proc/self/ns/pid")
		if err != nil {
			return ""
		}
		return name
	})
)

// isLocal reports whether a writer's PID belongs to this machine, boot and PID namespace,
// so that isAlive applies to it.
func isLocal(o record.Opened) bool {
	return o.Host == HostName() && (o.Boot == "" || o.Boot == bootID() && o.PIDs == pidNamespace())
}

// isAlive reports whether the process of this machine that wrote at a time still runs. A
// process that started after that time has reused the PID.
func isAlive(pid int, wrote time.Time) bool {
	if pid <= 0 {
		return false
	}
	p, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	defer p.Release()
	if err := p.Signal(syscall.Signal(0)); errors.Is(err, os.ErrProcessDone) {
		return false
	}
	fields := processStat(pid)
	if len(fields) > 0 && (fields[0] == "Z" || fields[0] == "X") {
		return false // ended, but not yet reaped by its parent
	}
	began, ok := processStart(fields)
	return !ok || !began.After(wrote.Add(clockSlack))
}

// processStat returns the fields of proc_pid_stat(5) from field 3, the state, on; nil if
// the system does not provide them.
func processStat(pid int) []string {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return nil
	}
	// The program's name is in parentheses and may contain any character.
	return strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
}

// ticks is the number of clock ticks in a second, on every Linux that Go runs on.
const ticks = 100

var bootTime = regexp.MustCompile(`(?m)^btime (\d+)$`)

// processStart returns the start time of a process from the fields of processStat (field
// 22). It reports false if the system does not provide it.
func processStart(fields []string) (time.Time, bool) {
	system, err := os.ReadFile("/proc/stat")
	if err != nil {
		return time.Time{}, false
	}
	boot := bootTime.FindSubmatch(system)
	if boot == nil || len(fields) < 20 {
		return time.Time{}, false
	}
	seconds, err := strconv.ParseInt(string(boot[1]), 10, 64)
	since, err2 := strconv.ParseInt(fields[19], 10, 64)
	if err != nil || err2 != nil {
		return time.Time{}, false
	}
	return time.Unix(seconds, 0).Add(time.Duration(since) * time.Second / ticks), true
}

// HostName returns this machine's name, or "" if it is unknown.
func HostName() string {
	name, err := os.Hostname()
	if err != nil {
		return ""
	}
	return name
}

// CPUName returns the processor's name, or "" if the system does not provide it.
func CPUName() string {
	b, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(b)) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return ""
}
