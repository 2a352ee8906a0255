package sessions

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

// clockSlack is how far two readings of the clock may be apart, one of them told
// from the machine's start: the clock may have been set meanwhile.
const clockSlack = time.Minute

// processID returns the ID of this process; tests have it return others.
var processID = os.Getpid

// The boot of this machine and the namespace of its process IDs, "" where the system does not
// tell (random(4), pid_namespaces(7)).
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

// near reports whether the PID of a writer is one of this machine and this namespace, so that
// it says whether the writer lives.
func near(o record.Opened) bool {
	return o.Host == hostName() && (o.Boot == "" || o.Boot == bootID() && o.PIDs == pidNamespace())
}

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
	fields := processStat(pid)
	if len(fields) > 0 && (fields[0] == "Z" || fields[0] == "X") {
		return false // it has ended, and its parent has not asked how
	}
	began, ok := processStart(fields)
	return !ok || !began.After(wrote.Add(clockSlack))
}

// processStat returns what the system tells of a process behind its name, its state first; nil
// where it does not tell (proc_pid_stat(5), from field 3 on).
func processStat(pid int) []string {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return nil
	}
	// The name of the program stands in parentheses and may hold anything.
	return strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
}

var bootTime = regexp.MustCompile(`(?m)^btime (\d+)$`)

// processStart returns when a process began, by its [processStat]; false where the system does
// not tell (proc_pid_stat(5), field 22).
func processStart(fields []string) (time.Time, bool) {
	const ticks = 100 // a second, on every Linux that Go runs on
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
