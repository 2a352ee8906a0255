package sessions

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// clockSlack is how far two readings of the clock may be apart, one of them told
// from the machine's start: the clock may have been set meanwhile.
const clockSlack = time.Minute

// alive reports whether the process of this machine that wrote at a given time
// still runs. Where the system tells when a process began, one that began later
// is another that was given the same number.
func alive(pid int, wrote time.Time) bool {
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
	began, ok := processStart(pid)
	return !ok || !began.After(wrote.Add(clockSlack))
}

var bootTime = regexp.MustCompile(`(?m)^btime (\d+)$`)

// processStart is when a process began, false where the system does not tell
// (proc_pid_stat(5), field 22).
func processStart(pid int) (time.Time, bool) {
	const ticks = 100 // a second, on every Linux that Go runs on
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return time.Time{}, false
	}
	system, err := os.ReadFile("/proc/stat")
	if err != nil {
		return time.Time{}, false
	}
	boot := bootTime.FindSubmatch(system)
	// The name of the program stands in parentheses and may hold anything.
	fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
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

// cpuName is the processor's name, "" where the system does not tell.
func cpuName() string {
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
