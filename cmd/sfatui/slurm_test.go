package main

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/share"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/jobs"
)

// What a submitted sweep promises, and the test on a real Slurm that holds it:
//
//	default tasks: bytes of one process, cost of at most 1.15 of it    a sweep, followed; kmeans
//	follow from before the first task ends with the last one           a sweep, followed
//	the controller begins anew while tasks run: each point once        a sweep, followed
//	the controller killed, begun anew with its jobs, without or twice    the controller killed
//	all of a node killed: all points without a person, each once       losses: lost
//	the task alone killed, or with its slurmd; then submit             a task cancelled; losses: orphans
//	slurmstepd alone killed                                            losses: orphans
//	requeue; cancelled; preempted; limit of a minute                   losses: lost, ended; a task cancelled
//	slurmd killed, its task lives beside a twin                        losses: twins
//	a full disk, which then grows                                      a disk that is full
//	two submits in one second                                          two submits
//	many tasks: all begin; ls and follow of as many journals           losses: beginMany, seeMany
//	a node of other arithmetic, pinned (n4, in all) and not            nodes with other processors
//	no controller                                                      no controller; without sbatch: TestSubmitFails in sessions/jobs
//
// Copies with clocks that are off are replayed in sessions.

// testCluster is a real Slurm on this machine: ten nodes of one processor each,
// four of them in the partition four, and one of many processors. The
// environment of n4 requests other arithmetic than that of the sweeps.
type testCluster struct {
	dir, binary string
	flags       []string          // of the sweep
	want        map[string]string // points of one process
	seconds     float64           // of processors that it took
}

// startCluster starts a cluster. It needs SFATUI_SLURM=1, because it takes
// minutes, and root or an installed Slurm.
func startCluster(t *testing.T) *testCluster {
	t.Helper()
	if os.Getenv("SFATUI_SLURM") != "1" {
		t.Skip("on a real Slurm: SFATUI_SLURM=1")
	}
	scripts, err := filepath.Abs("../../../shared/slurm")
	noError(t, err)
	dir, err := os.MkdirTemp("/tmp", "sfl")
	noError(t, err)
	host, err := os.Hostname()
	noError(t, err)
	host, _, _ = strings.Cut(host, ".")
	prolog := filepath.Join(dir, "prolog")
	noError(t, os.WriteFile(prolog, []byte("#!/bin/sh\n[ \"$SLURMD_NODENAME\" != n4 ] || echo export SFATUI_KERNELS=portable\n"), 0o755))
	up := exec.Command(scripts+"/slurm-up.sh", dir)
	up.Env = append(os.Environ(), "NODES=10", fmt.Sprintf(`PARTITIONS=TaskProlog=%s
NodeName=wide NodeHostname=%s NodeAddr=127.0.0.1 Port=%d CPUs=8 RealMemory=100000 State=UNKNOWN
PartitionName=four Nodes=n[1-4] MaxTime=INFINITE State=UP
PartitionName=yielding Nodes=n[5-6] MaxTime=INFINITE PriorityTier=1 PreemptMode=REQUEUE GraceTime=10 State=UP
PartitionName=pair Nodes=n[7-8] MaxTime=INFINITE State=UP
PartitionName=orphaned Nodes=n[9-10] MaxTime=INFINITE State=UP
PartitionName=wide Nodes=wide MaxTime=INFINITE State=UP`, prolog, host, freePort(t)))
	out, err := up.CombinedOutput()
	if err != nil {
		t.Fatalf("slurm-up: %v\n%s", err, out)
	}
	t.Cleanup(func() {
		if out, err := exec.Command(scripts+"/slurm-down.sh", dir).CombinedOutput(); err != nil {
			t.Errorf("slurm-down: %v\n%s", err, out)
		}
		os.RemoveAll(dir)
	})
	t.Setenv("SLURM_CONF", dir+"/slurm.conf")
	t.Setenv("SFATUI_KERNELS", "avx2")                // other processors have these, too
	noError(t, os.MkdirAll(dir+"/spool/wide", 0o755)) // slurm-up started with an empty folder
	daemon(t, "slurmd", "-N", "wide")
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	c := &testCluster{dir: dir, binary: builtBinary(t)}
	c.alone(t, 15, 300, "vowels --sigma rel:0.5:4:8 --lambda 0,1e-7,1e-5,1e-3 --readout lda,perceptron --folds 3 --inner last")
	return c
}

// alone computes a sweep in one process, as the reference for tasks. It uses m
// supports, or as many more as make it take some seconds of a processor: the
// tasks must still compute when they are disturbed, even on a fast machine.
func (c *testCluster) alone(t *testing.T, seconds float64, m int, flags string) {
	t.Helper()
	for c.seconds = 0; c.seconds < seconds && m < 1000; m += m / 2 {
		c.flags = append(strings.Fields(flags), "--m", strconv.Itoa(m))
		one := filepath.Join(t.TempDir(), "one.sfa")
		cmd := exec.Command(c.binary, append(append([]string{"run"}, c.flags...), "--workers", "1", "--out", one)...)
		cmd.Env = append(os.Environ(), "GOMAXPROCS=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("one process: %v\n%s", err, out)
		}
		c.seconds = cmd.ProcessState.UserTime().Seconds() + cmd.ProcessState.SystemTime().Seconds()
		c.want = pointsOf(t, one)
	}
}

// daemon starts a daemon of Slurm in the background.
func daemon(t *testing.T, name string, args ...string) {
	t.Helper()
	if err := exec.Command(name, append([]string{"-f", os.Getenv("SLURM_CONF")}, args...)...).Run(); err != nil {
		t.Fatalf("%s %q: %v", name, args, err)
	}
}

// freePort returns an unused port.
func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	noError(t, err)
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

func noError(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// pointsOf returns the bytes of a session's points by name.
func pointsOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	names, err := filepath.Glob(filepath.Join(dir, "points", "*.json"))
	noError(t, err)
	for _, name := range names {
		b, err := os.ReadFile(name)
		noError(t, err)
		out[filepath.Base(name)] = string(b)
	}
	return out
}

// run runs the program and fails unless it exits with one of the codes.
func (c *testCluster) run(t *testing.T, codes []int, args ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 15*time.Minute)
	defer cancel()
	out, err := exec.CommandContext(ctx, c.binary, args...).CombinedOutput()
	code := 0
	if exit, ok := err.(*exec.ExitError); ok {
		code = exit.ExitCode()
	} else if err != nil {
		t.Fatalf("%q: %v", args, err)
	}
	for _, want := range codes {
		if code == want {
			return string(out)
		}
	}
	t.Fatalf("%q exits with %d\n%s", args, code, out)
	return ""
}

// beside runs [testCluster.run] concurrently, and sends the output when the
// program has ended.
func (c *testCluster) beside(t *testing.T, codes []int, args ...string) <-chan string {
	t.Helper()
	said := make(chan string, 1)
	go func() {
		defer close(said)
		said <- c.run(t, codes, args...)
	}()
	return said
}

// planned plans a session without computing points.
func (c *testCluster) planned(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "it's a sweep.sfa")
	c.run(t, []int{0}, append(append([]string{"run"}, c.flags...), "--plan-only", "--out", dir)...)
	return dir
}

// overview returns the present tasks of a session.
func overview(t *testing.T, dir string) jobs.Overview {
	t.Helper()
	s, err := sessions.Open(dir)
	noError(t, err)
	o := jobs.Status(t.Context(), s, s.State(), &jobs.Slurm{}, time.Now())
	noError(t, o.QueueErr)
	return o
}

// until waits until a session satisfies is.
func until(t *testing.T, dir, what string, limit time.Duration, is func(jobs.Overview) bool) jobs.Overview {
	t.Helper()
	came := false
	defer func() {
		if !came {
			tellOfNodes(t)
		}
	}()
	var o jobs.Overview
	waitFor(t, what, limit, 500*time.Millisecond, nil, func() (bool, string) {
		o = overview(t, dir)
		return is(o), fmt.Sprintf("%+v", o)
	})
	came = true
	return o
}

// tellOfNodes logs the state of Slurm's nodes and jobs, and the ends of its
// logs.
func tellOfNodes(t *testing.T) {
	t.Helper()
	for _, command := range [][]string{{"sinfo", "-N", "-o", "%N %T %E %H"}, {"squeue"}} {
		out, err := exec.Command(command[0], command[1:]...).CombinedOutput()
		t.Logf("%q: %v\n%s", command, err, out)
	}
	logs, _ := filepath.Glob(filepath.Join(filepath.Dir(os.Getenv("SLURM_CONF")), "log", "[ns]*.log"))
	for _, log := range logs {
		b, _ := os.ReadFile(log)
		lines := strings.Split(strings.TrimSpace(string(b)), "\n")
		t.Logf("%s:\n%s", filepath.Base(log), strings.Join(lines[max(0, len(lines)-20):], "\n"))
	}
}

// whole requires the points of one process, each recorded once.
func (c *testCluster) whole(t *testing.T, dir string) {
	t.Helper()
	if lines := c.same(t, dir); lines != len(c.want) {
		t.Errorf("%d lines for %d points", lines, len(c.want))
	}
}

// same requires the points of one process, and returns the number of their
// records in the journals.
func (c *testCluster) same(t *testing.T, dir string) (lines int) {
	t.Helper()
	if got := pointsOf(t, dir); !maps.Equal(got, c.want) {
		t.Errorf("%d points, of one process %d, or other bytes", len(got), len(c.want))
	}
	s, err := sessions.Open(dir)
	noError(t, err)
	for _, r := range s.Records() {
		if r.Kind == string(sweep.PointDone) {
			lines++
		}
	}
	if conflicts := s.State().Conflicts; len(conflicts) != 0 || len(s.Damage()) != 0 {
		t.Errorf("conflicts %v, damage %v", conflicts, s.Damage())
	}
	return lines
}

func computing(o jobs.Overview) bool {
	begun := 0
	for _, task := range o.Tasks {
		if task.Done > 0 && task.Kind == jobs.Running {
			begun++
		}
	}
	return begun > 0 && begun == len(o.Tasks)
}

func nothingActive(o jobs.Overview) bool { return len(o.Active()) == 0 }

// nothingMoves reports whether every unfinished task is held, so that a person
// must decide.
func nothingMoves(o jobs.Overview) bool {
	return !slices.ContainsFunc(o.Tasks, func(t jobs.Task) bool {
		return t.Kind == jobs.Running || t.Kind == jobs.Waiting && t.State != "held"
	})
}

// ofAJob is the number of points of the sweep that share a function space: λ
// and readouts.
const ofAJob = 8

var processorSeconds = regexp.MustCompile(`(\S+) of processors`)

// TestSlurmSweep checks that the tasks that submit chooses compute the points
// of one process, none twice, at hardly more cost.
func TestSlurmSweep(t *testing.T) {
	c := startCluster(t)
	// Slurm's commands need half a minute to notice that there is no
	// controller.
	var said bytes.Buffer
	alone := c.planned(t)
	lone := exec.Command(c.binary, "submit", alone)
	lone.Env, lone.Stdout, lone.Stderr = append(os.Environ(), "SLURM_CONF="+c.dir+"/no.conf"), &said, &said
	noError(t, lone.Start())
	t.Run("a sweep, followed from before its first task", func(t *testing.T) {
		dir := c.planned(t)
		followed := c.beside(t, []int{0}, "follow", "--batch", dir)
		submitted := c.beside(t, []int{0}, "submit", dir, "--partition", "four", "--wait")
		until(t, dir, "tasks begin", time.Minute, computing)
		controller := c.pid(t, "slurmctld")
		noError(t, syscall.Kill(controller, syscall.SIGTERM))
		awaited(20*time.Second, 100*time.Millisecond, nil, func() (bool, string) {
			return syscall.Kill(controller, 0) != nil, "" // it writes down what it knows
		})
		daemon(t, "slurmctld")
		<-submitted
		if text := <-followed; !strings.Contains(text, fmt.Sprintf("%d of %[1]d fits", len(c.want))) {
			t.Errorf("following ended with\n%s", text)
		}
		c.whole(t, dir)
		logs, _ := filepath.Glob(dir + "/jobs/0001.log/*.txt")
		seconds := 0.0
		for _, log := range logs {
			b, err := os.ReadFile(log)
			noError(t, err)
			if found := processorSeconds.FindSubmatch(b); found != nil {
				d, err := time.ParseDuration(string(found[1]))
				noError(t, err)
				seconds += d.Seconds()
			}
		}
		t.Logf("%d tasks, %.1f s of processors, one process %.1f s: %.2f×", len(logs), seconds, c.seconds, seconds/c.seconds)
		if len(logs) < 2 || seconds == 0 {
			t.Error("no tasks, or their time is missing")
		}
		c.worth(t, dir)
		if said := c.run(t, []int{0}, "submit", dir); !strings.Contains(said, "nothing to submit") {
			t.Errorf("once more: %s", said)
		}
	})
	c.lostController(t)
	t.Run("a task cancelled, another killed, then submitted again", func(t *testing.T) {
		dir := c.planned(t)
		c.run(t, []int{0}, "submit", dir, "--partition", "four")
		o := until(t, dir, "tasks begin", time.Minute, computing)
		killTask(t, "n1")
		noError(t, exec.Command("scancel", o.Tasks[2].Job).Run())
		o = until(t, dir, "tasks end", 2*time.Minute, nothingActive)
		if _, _, done, broken := o.Counts(); done != len(o.Tasks)-2 || broken != 2 || o.Missing == 0 {
			t.Errorf("%d done, %d broken off, %d points missing", done, broken, o.Missing)
		}
		c.run(t, []int{0}, "check", dir)
		c.run(t, []int{0}, "submit", dir, "--partition", "four", "--wait")
		c.whole(t, dir)
		if n := len(overview(t, dir).Tasks); n == 0 {
			t.Error("no tasks are listed")
		}
	})
	t.Run("two submits in one second", func(t *testing.T) {
		dir := c.planned(t)
		one, other := c.beside(t, []int{0, 2}, "submit", dir, "--partition", "four"), c.beside(t, []int{0, 2}, "submit", dir, "--partition", "four")
		said := <-one + <-other
		arrays := strings.Count(said, "queued as")
		if arrays < 1 {
			t.Errorf("none was queued: %s", said)
		}
		o := until(t, dir, "the end", 3*time.Minute, func(o jobs.Overview) bool { return nothingActive(o) && o.Missing == 0 })
		if lines, most := c.same(t, dir), len(c.want)+(arrays-1)*len(o.Tasks)*ofAJob; lines > most {
			t.Errorf("%d arrays: %d lines for %d points", arrays, lines, len(c.want))
		}
	})
	c.otherArithmetic(t)
	c.fullDisk(t)
	c.losses(t)
	t.Run("no controller", func(t *testing.T) {
		err := lone.Wait()
		if lone.ProcessState.ExitCode() != 1 || !bytes.Contains(said.Bytes(), []byte("squeue")) && !bytes.Contains(said.Bytes(), []byte("sinfo")) {
			t.Errorf("%v: %s", err, said.Bytes())
		}
		if _, err := os.Stat(alone + "/jobs"); err == nil {
			t.Error("something was made")
		}
	})
	c.killedAndRetried(t) // its sweep is another one
}

// worth requires that the tasks together compute hardly more than one process
// does.
func (c *testCluster) worth(t *testing.T, dir string) {
	t.Helper()
	s, err := sessions.Open(dir)
	noError(t, err)
	sub := jobs.Submissions(s)[0]
	d := s.Header.Data
	division := share.Of(s.Entries(sub.Plans), share.Shape{Samples: d.N, Inputs: d.D}).Divide(sub.Tasks, sub.ByPoints)
	if cost := division.Work / division.Alone; sub.Tasks < 2 || cost > 1.15 {
		t.Errorf("%d tasks compute %.2f of what one process does", sub.Tasks, cost)
	}
}

// killTask kills the program on a node.
func killTask(t *testing.T, node string) {
	t.Helper()
	pids := tasksOn(t, node)
	for _, pid := range pids {
		syscall.Kill(pid, syscall.SIGKILL)
	}
	if len(pids) == 0 {
		t.Fatalf("no task runs on %s", node)
	}
}

// killWatcher kills the slurmstepd of the program on a node, but not the
// program.
func killWatcher(t *testing.T, node string) {
	t.Helper()
	killed := false
	for _, pid := range tasksOn(t, node) {
		stat, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		_, rest, _ := strings.Cut(string(stat), ") ")
		var state string
		var parent int
		if fmt.Sscan(rest, &state, &parent); parent <= 1 {
			continue
		}
		if name, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", parent)); bytes.Contains(name, []byte("slurmstepd")) {
			killed = syscall.Kill(parent, syscall.SIGKILL) == nil || killed
		}
	}
	if !killed {
		t.Fatalf("nothing watches a task on %s", node)
	}
}

// tasksOn returns the processes of the program on a node.
func tasksOn(t *testing.T, node string) []int {
	t.Helper()
	entries, err := os.ReadDir("/proc")
	noError(t, err)
	var pids []int
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		env, _ := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid))
		line, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
		if bytes.Contains(env, []byte("\x00SLURMD_NODENAME="+node+"\x00")) && bytes.Contains(line, []byte("\x00run\x00--task\x00")) {
			pids = append(pids, pid)
		}
	}
	return pids
}
