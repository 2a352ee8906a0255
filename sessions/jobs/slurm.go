package jobs

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"

	"example.com/sfatui/datasets/message"
)

// Slurm calls Slurm's commands. The zero Slurm is ready to use.
type Slurm struct {
	// Wait waits between two tries; nil for a timer.
	Wait func(ctx context.Context, d time.Duration) error
	// Keep is the time for which an answer of squeue is reused, so that not every screen
	// queries the controller at every refresh.
	Keep time.Duration

	mu    sync.Mutex
	names string
	kept  []Queued
	err   error
	at    time.Time
}

// callTime is the time limit of one call; a busy controller answers within its
// own timeouts.
const callTime = 30 * time.Second

// NotHereError reports that this machine has no Slurm.
type NotHereError struct{ Command string }

func (e *NotHereError) Error() string {
	return e.Command + " is not here: run this on a login node of the cluster, or use sfatui run --task i/N SESSION with another engine (sfatui help engines)"
}

// CallError is the failure of a Slurm command with its error output.
type CallError struct {
	Line string // the command line
	Said string
}

func (e *CallError) Error() string { return fmt.Sprintf("%s: %s", e.Line, e.Said) }

// call runs a command and returns its output.
func (s *Slurm) call(ctx context.Context, name string, args ...string) (string, error) {
	path, err := exec.LookPath(name)
	if err != nil {
		return "", &NotHereError{name}
	}
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Env = withoutJobVariables(os.Environ())
	cmd.WaitDelay = time.Second
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	err = cmd.Run()
	if ctx.Err() == context.Canceled {
		return "", ctx.Err()
	}
	if err != nil {
		words := strings.ReplaceAll(strings.TrimSpace(said.String()), "\n", "; ")
		if words == "" {
			words = err.Error()
		}
		return "", &CallError{message.Clean(line(name, args)), message.Clean(words)}
	}
	return out.String(), nil
}

// withoutJobVariables returns the environment without Slurm's variables of a
// job: a job submitted from within a job must not inherit its resources.
func withoutJobVariables(env []string) []string {
	var out []string
	for _, v := range env {
		name, _, _ := strings.Cut(v, "=")
		inside := strings.HasPrefix(name, "SLURM_") && name != "SLURM_CONF" || strings.HasPrefix(name, "SLURMD_") ||
			strings.HasPrefix(name, "SBATCH_") || strings.HasPrefix(name, "SQUEUE_") || strings.HasPrefix(name, "SINFO_")
		if !inside {
			out = append(out, v)
		}
	}
	return out
}

// line returns a command line, quoted for a shell.
func line(name string, args []string) string {
	words := []string{name}
	for _, a := range args {
		if strings.Trim(a, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:,=+@%^-") != "" || a == "" {
			a = quoted(a)
		}
		words = append(words, a)
	}
	return strings.Join(words, " ")
}

// quoted returns a word in single quotes for a shell.
func quoted(word string) string { return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'" }

// Queued is a task of an array in the output of squeue.
type Queued struct {
	Job    string // number of the array
	Index  int    // of the task
	State  string // such as RUNNING
	Reason string
	Node   string
	Used   string // such as 1:02
	Name   string // of the job
	// Start is the expected start of a waiting task; zero if unknown.
	Start time.Time
}

// Active reports whether the task waits or runs.
func (q Queued) Active() bool {
	switch q.State {
	case "PENDING", "RUNNING", "CONFIGURING", "COMPLETING", "SUSPENDED", "REQUEUED", "REQUEUE_HOLD", "REQUEUE_FED", "RESIZING", "SIGNALING", "STAGE_OUT", "STOPPED", "SPECIAL_EXIT":
		return true
	}
	return false
}

// held reports whether the task waits for a release: its user, an administrator
// or Slurm holds it.
func (q Queued) held() bool {
	return q.State == "PENDING" && strings.Contains(strings.ToLower(q.Reason), "held")
}

// queueFormat requests from squeue: array, index, state, reason, node, time
// used, name, expected start.
const queueFormat = "%F|%K|%T|%r|%N|%M|%j|%S"

// Queue returns the tasks of the jobs with the given names that Slurm still
// lists, including ended ones.
func (s *Slurm) Queue(ctx context.Context, names []string) ([]Queued, error) {
	if len(names) == 0 {
		return nil, nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	asked, now := strings.Join(names, ","), time.Now()
	keep := s.Keep
	if s.err != nil {
		keep *= 2 // the controller may be overloaded
	}
	if s.names != asked || now.Sub(s.at) >= keep {
		s.names, s.at = asked, now
		s.kept, s.err = s.queue(ctx, names)
	}
	return s.kept, s.err
}

// queriedAt returns the time of the query that [Slurm.Queue] answered last.
func (s *Slurm) queriedAt() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.at
}

func (s *Slurm) queue(ctx context.Context, names []string) ([]Queued, error) {
	out, err := s.call(ctx, "squeue", "-h", "-r", "-t", "all", "-o", queueFormat, "--name="+strings.Join(names, ","))
	if err != nil {
		return nil, err
	}
	return readQueue(out), nil
}

// readQueue parses the output of squeue. It skips lines that it cannot parse.
func readQueue(text string) []Queued {
	var out []Queued
	for line := range strings.Lines(text) {
		f := strings.Split(strings.TrimSpace(line), "|")
		if len(f) != 8 {
			continue
		}
		index, err := strconv.Atoi(f[1])
		if err != nil {
			continue
		}
		for i := range f {
			f[i] = message.Clean(f[i])
		}
		start, _ := time.ParseInLocation("2006-01-02T15:04:05", f[7], time.Local) // N/A if unknown
		out = append(out, Queued{Job: f[0], Index: index, State: f[2], Reason: f[3], Node: f[4], Used: f[5], Name: f[6], Start: start})
	}
	return out
}

// Partition holds the size and limits of a partition.
type Partition struct {
	Name         string
	Nodes, CPUs  int
	Limit        time.Duration // of a task; 0 for none
	MaxArraySize int
}

// Partition returns the named partition, or the default one if name is "".
func (s *Slurm) Partition(ctx context.Context, name string) (Partition, error) {
	args := []string{"-h", "-o", "%P|%D|%C|%l"}
	if name != "" {
		args = append(args, "--partition="+name)
	}
	out, err := s.call(ctx, "sinfo", append(args, "--states=idle,allocated,mixed,completing")...)
	if err != nil {
		return Partition{}, err
	}
	p := Partition{Name: name, MaxArraySize: 1001}
	for line := range strings.Lines(out) {
		f := strings.Split(strings.TrimSpace(line), "|")
		if len(f) != 4 {
			continue
		}
		of, isDefault := strings.CutSuffix(f[0], "*")
		if name == "" && !isDefault || name != "" && of != name {
			continue
		}
		p.Name = message.Clean(of)
		nodes, _ := strconv.Atoi(f[1])
		p.Nodes += nodes
		if counts := strings.Split(f[2], "/"); len(counts) == 4 { // allocated/idle/other/total
			total, _ := strconv.Atoi(counts[3])
			p.CPUs += total
		}
		p.Limit, _ = ParseTime(f[3])
	}
	switch {
	case p.Nodes > 0:
	case name == "":
		return p, errors.New("no partition is the default, or none of its nodes is up: choose one with --partition; sfatui doctor --slurm lists them")
	default:
		return p, fmt.Errorf("partition %q has no node that is up: sfatui doctor --slurm shows details", message.Clean(name))
	}
	config, err := s.call(ctx, "scontrol", "show", "config")
	if err != nil {
		return p, err
	}
	for line := range strings.Lines(config) {
		if key, value, ok := strings.Cut(line, "="); ok && strings.TrimSpace(key) == "MaxArraySize" {
			if n, err := strconv.Atoi(strings.TrimSpace(value)); err == nil {
				p.MaxArraySize = n
			}
		}
	}
	return p, nil
}

// ParseTime parses a time limit in Slurm's notation: minutes, minutes:seconds,
// hours:minutes:seconds, days-hours[:minutes[:seconds]]. It returns 0 for no
// limit.
func ParseTime(text string) (time.Duration, error) {
	if strings.EqualFold(text, "infinite") || strings.EqualFold(text, "unlimited") {
		return 0, nil
	}
	bad := fmt.Errorf("%q is not a time such as 40 (minutes), 1:20:00 or 2-00:00:00", message.Clean(text))
	days, rest, hasDays := strings.Cut(text, "-")
	if !hasDays {
		days, rest = "0", text
	}
	parts := strings.Split(rest, ":")
	var n [3]int64 // hours, minutes, seconds
	at := 0
	switch {
	case hasDays && len(parts) <= 3:
	case !hasDays && len(parts) < 3:
		at = 1 // minutes, minutes:seconds
	case len(parts) != 3:
		return 0, bad
	}
	for i, part := range parts {
		v, err := strconv.ParseInt(part, 10, 32)
		if err != nil || v < 0 || at+i > 2 {
			return 0, bad
		}
		n[at+i] = v
	}
	d, err := strconv.ParseInt(days, 10, 16)
	if err != nil || d < 0 {
		return 0, bad
	}
	return time.Duration(d*86400+n[0]*3600+n[1]*60+n[2]) * time.Second, nil
}

// timeText formats a duration for Slurm.
func timeText(d time.Duration) string {
	s := int64(d.Seconds())
	return fmt.Sprintf("%02d:%02d:%02d", s/3600, s/60%60, s%60)
}

// Cancel cancels jobs.
func (s *Slurm) Cancel(ctx context.Context, jobs ...string) error {
	if len(jobs) == 0 {
		return nil
	}
	_, err := s.call(ctx, "scancel", jobs...)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.names = "" // the last answer is out of date
	return err
}

// wait waits for d, or until ctx ends.
func (s *Slurm) wait(ctx context.Context, d time.Duration) error {
	if s.Wait != nil {
		return s.Wait(ctx, d)
	}
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// pauses holds the delays between tries at a busy controller: two minutes in
// all.
var pauses = []time.Duration{5 * time.Second, 15 * time.Second, 40 * time.Second, time.Minute}

// isTransient reports whether a failed command may succeed soon.
func isTransient(err error) bool {
	var call *CallError
	if !errors.As(err, &call) {
		return false
	}
	for _, words := range []string{"timed out", "temporarily", "Unable to contact", "Connection refused", "try again", "Too many requests", "rate limit"} {
		if strings.Contains(strings.ToLower(call.Said), strings.ToLower(words)) {
			return true
		}
	}
	return false
}
