package main

import (
	"bytes"
	"fmt"
	"math"
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

	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/jobs"
)

// lostController kills the controller while tasks run. After a restart it has
// the jobs that it had saved. It ends the tasks of a job that it had not saved:
// their points remain, and a follower waits for the tasks that are submitted
// again. It launches a task again that it had saved as waiting; the node
// refuses, so the controller holds the task and drains the node, until a person
// cancels the task and resumes the node.
func (c *testCluster) lostController(t *testing.T) {
	t.Run("the controller killed", func(t *testing.T) {
		dir := c.planned(t)
		c.run(t, []int{0}, "submit", dir, "--partition", "four")
		followed := c.beside(t, []int{0}, "follow", "--batch", dir)
		until(t, dir, "tasks begin", time.Minute, computing)
		c.kill(t, "slurmctld", syscall.SIGKILL)
		if said := c.run(t, []int{0}, "jobs", dir); !strings.Contains(said, "the state of the queue is unknown") || !strings.Contains(said, "1/") {
			t.Errorf("without a controller jobs says\n%s", said)
		}
		daemon(t, "slurmctld")
		waitFor(t, "the controller answers", time.Minute, 100*time.Millisecond, nil, func() (bool, string) {
			out, err := exec.Command("squeue").CombinedOutput()
			return err == nil, string(out)
		})
		o := until(t, dir, "tasks end", 3*time.Minute, nothingMoves)
		t.Logf("%d points missing, %d tasks held", o.Missing, len(o.Active()))
		if len(o.Active()) > 0 {
			if said := c.run(t, []int{0}, "jobs", dir); !strings.Contains(said, "scancel") && !strings.Contains(said, "scontrol release") {
				t.Errorf("of tasks that are held jobs says\n%s", said)
			}
			c.run(t, []int{0}, "jobs", dir, "--cancel")
		}
		exec.Command("scontrol", "update", "nodename=n[1-4]", "state=resume").Run() // fails if no node is drained
		c.run(t, []int{0}, "submit", dir, "--partition", "four", "--wait")
		c.whole(t, dir)
		if text := <-followed; !strings.Contains(text, fmt.Sprintf("%d of %[1]d fits", len(c.want))) {
			t.Errorf("following ended with\n%s", text)
		}
	})
}

// otherArithmetic uses nodes with other processors. If the session's arithmetic
// is not requested, such a node refuses and the others compute their shares. If
// all nodes are such, the remaining tasks are cancelled after a few with the
// same error.
func (c *testCluster) otherArithmetic(t *testing.T) {
	t.Run("nodes with other processors", func(t *testing.T) {
		mixed := c.planned(t)
		script := filepath.Join(t.TempDir(), "job.sh")
		noError(t, os.WriteFile(script, fmt.Appendf(nil, "#!/bin/sh\nexec '%s' run --task \"$SLURM_ARRAY_TASK_ID/4\" -- '%s' >'%s/'$SLURMD_NODENAME 2>&1\n",
			c.binary, strings.ReplaceAll(mixed, "'", `'\''`), filepath.Dir(script)), 0o755))
		if exit := exitOf(t, "--partition=four", "--array=4", "--nodelist=n4", "--export=PATH,HOME", "--output=/dev/null", script); exit != "65:0" {
			t.Errorf("on a node of other arithmetic it exits with %s", exit)
		}
		if n := len(pointsOf(t, mixed)); n != 0 {
			t.Errorf("it published %d points", n)
		}
		if exit := exitOf(t, "--partition=four", "--array=1-3", "--exclude=n4", "--export=PATH,HOME", "--output=/dev/null", script); exit != "0:0" {
			t.Errorf("on the others it exits with %s", exit)
		}
		said, err := os.ReadFile(filepath.Join(filepath.Dir(script), "n4"))
		noError(t, err)
		if !bytes.Contains(said, []byte("sfatui: n4: ")) || !bytes.Contains(said, []byte("it was made with the arithmetic avx2")) {
			t.Errorf("n4 says %s", said)
		}
		o := overview(t, mixed)
		if o.Missing == 0 || o.Missing == len(c.want) {
			t.Errorf("%d points missing", o.Missing)
		}
		for name, text := range pointsOf(t, mixed) {
			if c.want[name] != text {
				t.Errorf("%s has other bytes", name)
			}
		}
		c.run(t, []int{0}, "submit", mixed, "--partition", "four", "--wait")
		c.whole(t, mixed)

		dir := c.planned(t)
		refused := c.run(t, []int{1}, "submit", dir, "--partition", "four", "--tasks", "12", "--wait", "--setup", "export SFATUI_KERNELS=portable")
		if !strings.Contains(refused, "the first tasks all failed, so the others were cancelled") || !strings.Contains(refused, "it was made with the arithmetic avx2") || len(pointsOf(t, dir)) != 0 {
			t.Errorf("%d points: %s", len(pointsOf(t, dir)), refused)
		}
	})
}

// exitOf submits a script, waits for the last of its tasks and returns its exit
// code and signal. sbatch --wait polls every half minute.
func exitOf(t *testing.T, args ...string) string {
	t.Helper()
	out, err := exec.Command("sbatch", append([]string{"--parsable"}, args...)...).Output()
	noError(t, err)
	var tasks string
	waitFor(t, "the tasks end", time.Minute, 200*time.Millisecond, nil, func() (bool, string) {
		out, err := exec.Command("scontrol", "-o", "show", "job", strings.TrimSpace(string(out))).Output()
		noError(t, err)
		tasks = strings.TrimSpace(string(out))
		return strings.Count(tasks, "EndTime=Unknown") == 0 && !regexp.MustCompile("JobState=(PENDING|RUNNING|COMPLETING)").MatchString(tasks), tasks
	})
	_, last, _ := strings.Cut(tasks[strings.LastIndex(tasks, "\n")+1:], " ExitCode=")
	code, _, _ := strings.Cut(last, " ")
	return code
}

// fullDisk uses a disk with 420 kB left when the tasks begin.
func (c *testCluster) fullDisk(t *testing.T) {
	t.Run("a disk that is full", func(t *testing.T) {
		disk := t.TempDir()
		if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=128m", "none", disk).CombinedOutput(); err != nil {
			t.Fatalf("mount: %v: %s", err, out) // it requires root
		}
		t.Cleanup(func() { exec.Command("umount", "-l", disk).Run() })
		dir := filepath.Join(disk, "s.sfa")
		c.run(t, []int{0}, append(append([]string{"run"}, c.flags...), "--plan-only", "--out", dir)...)
		c.run(t, []int{0}, "submit", dir, "--partition", "four", "--sbatch-arg=--hold")
		ballast := filepath.Join(disk, "ballast")
		var st syscall.Statfs_t
		noError(t, syscall.Statfs(disk, &st))
		f, err := os.Create(ballast)
		noError(t, err)
		_, err = f.Write(make([]byte, int64(st.Bavail)*st.Bsize-420<<10))
		noError(t, err)
		noError(t, f.Close())
		noError(t, exec.Command("scontrol", "release", strings.Split(overview(t, dir).Tasks[0].Job, "_")[0]).Run())
		o := until(t, dir, "tasks fail", 2*time.Minute, nothingActive)
		if _, _, _, broken := o.Counts(); broken == 0 || o.Missing == 0 || o.Missing == len(c.want) || !slices.ContainsFunc(o.Tasks, func(t jobs.Task) bool { return strings.Contains(t.Why, "no space left") }) {
			t.Errorf("%d points missing: %+v", o.Missing, o.Tasks)
		}
		c.run(t, []int{0}, "check", dir)
		noError(t, os.Remove(ballast))
		c.run(t, []int{0}, "submit", dir, "--partition", "four", "--wait")
		c.same(t, dir)
	})
}

// losses runs all faults that take minutes at the same time.
func (c *testCluster) losses(t *testing.T) {
	t.Run("nodes lost, tasks preempted, at a limit, twins, orphans, many tasks", func(t *testing.T) {
		lost, ended, twins, orphans, many := c.planned(t), c.planned(t), c.planned(t), c.planned(t), plannedMany(t, c)

		// A node that only seems to be lost: its task runs concurrently with
		// its twin.
		c.run(t, []int{0}, "submit", twins, "--partition", "pair", "--tasks", "2")
		until(t, twins, "tasks begin", time.Minute, computing)
		frozen := freeze(t, "n7")
		c.kill(t, "n7", syscall.SIGKILL)

		// A node that is lost with all of its processes, and a task that is
		// requeued.
		c.run(t, []int{0}, "submit", lost, "--partition", "four")
		o := until(t, lost, "tasks begin", time.Minute, computing)
		c.kill(t, "n1", syscall.SIGKILL)
		killWatcher(t, "n1")
		killTask(t, "n1")
		for _, task := range o.Tasks {
			if task.Node == "n2" {
				noError(t, exec.Command("scontrol", "requeue", task.Job).Run())
			}
		}

		// A task that is preempted and one that reaches its time limit.
		c.run(t, []int{0}, "submit", ended, "--partition", "yielding", "--tasks", "2", "--time", "1")
		until(t, ended, "tasks begin", time.Minute, computing)
		freeze(t, "n5")
		freeze(t, "n6") // Slurm continues the frozen tasks to end them
		noError(t, exec.Command("sbatch", "--partition=urgent", "--nodelist=n5", "--output=/dev/null", "--wrap=sleep 2").Run())
		before := len(pointsOf(t, ended))

		// What can remain on a node: a slurmstepd without its task and slurmd,
		// and a task without its slurmstepd.
		c.run(t, []int{0}, "submit", orphans, "--partition", "orphaned", "--tasks", "2")
		until(t, orphans, "tasks begin", time.Minute, computing)
		c.kill(t, "n9", syscall.SIGKILL)
		killTask(t, "n9")
		killWatcher(t, "n10")

		endedMany := c.beginMany(t, many)

		until(t, orphans, "one to have failed, one to have gone on", 2*time.Minute, func(o jobs.Overview) bool {
			return len(tasksOn(t, "n10")) == 0 && aTask("failed: JobLaunchFailure")(o)
		})
		daemon(t, "slurmd", "-N", "n9")

		until(t, ended, "one to be back in the queue", time.Minute, aTask("begins again"))
		until(t, ended, "the limit", 3*time.Minute, aTask("time limit: the next submit requests 00:02:00"))

		until(t, lost, "all points without a person", 4*time.Minute, func(o jobs.Overview) bool { return o.Missing == 0 })
		c.whole(t, lost)

		until(t, ended, "the end", 4*time.Minute, nothingActive)
		if n := len(pointsOf(t, ended)); n < before {
			t.Errorf("%d points of %d", n, before)
		}
		for _, dir := range []string{ended, orphans} {
			c.run(t, []int{0}, "check", dir)
			c.run(t, []int{0}, "submit", dir, "--partition", "four", "--wait")
			c.whole(t, dir)
		}

		until(t, twins, "the twin's end", 4*time.Minute, func(o jobs.Overview) bool { return o.Missing == 0 })
		for _, pid := range frozen {
			noError(t, syscall.Kill(pid, syscall.SIGCONT))
		}
		waitFor(t, "the task whose twin was quicker ends", time.Minute, 200*time.Millisecond, nil, func() (bool, string) {
			return len(tasksOn(t, "n7")) == 0, "it runs"
		})
		if lines := c.same(t, twins); lines > len(c.want)+ofAJob {
			t.Errorf("%d points were computed twice", lines-len(c.want))
		}

		<-endedMany
		c.seeMany(t, many)
	})
}

// plannedMany plans a session of 1,000 points that take no time.
func plannedMany(t *testing.T, c *testCluster) string {
	t.Helper()
	folder := t.TempDir()
	noError(t, os.WriteFile(folder+"/table.csv", []byte(manySamples()), 0o600))
	dir := folder + "/many.sfa"
	c.run(t, []int{0}, append(append([]string{"run", folder + "/table.csv"}, manyPoints...), "--plan-only", "--out", dir)...)
	return dir
}

// manyPoints requests 1,000 points of [manySamples].
var manyPoints = []string{"--sigma", "rel:0.1:10:200", "--lambda", "0,1e-6,1e-4,1e-2,1", "--m", "8"}

// manySamples returns a table so small that its points take no time.
func manySamples() string {
	var table strings.Builder
	table.WriteString("a,b\n")
	for i := range 60 {
		fmt.Fprintf(&table, "%g,%g\n", math.Sin(float64(i)/7), math.Cos(float64(i)/3))
	}
	return table.String()
}

// manyTasks returns the number of tasks that compute 1,000 points: 250, or the number in
// SFATUI_TASKS. Slurm takes a second of a processor for each.
func manyTasks() int {
	if n, err := strconv.Atoi(os.Getenv("SFATUI_TASKS")); err == nil && n > 0 {
		return n
	}
	return 250
}

// beginMany submits [manyTasks] for 1,000 points, and sends the output of a follower when it
// ends.
func (c *testCluster) beginMany(t *testing.T, dir string) (ended <-chan string) {
	t.Helper()
	c.timed(t, "submit", dir, "--partition", "wide", "--tasks", strconv.Itoa(manyTasks()), "--split", "points", "--mem", "300MiB")
	if said := c.run(t, []int{0}, "ls", dir); !strings.Contains(said, "◷ Slurm") {
		t.Errorf("ls says\n%s", said)
	}
	return c.beside(t, []int{0}, "follow", "--batch", dir)
}

// seeMany lists and follows 1,000 points of [manyTasks].
func (c *testCluster) seeMany(t *testing.T, dir string) {
	t.Helper()
	if said := c.timed(t, "ls", dir); !strings.Contains(said, "✓ done") {
		t.Errorf("ls says\n%s", said)
	}
	c.timed(t, "follow", "--batch", dir)
	s, err := sessions.Open(dir)
	noError(t, err)
	if tasks, points := len(s.State().Tasks()), len(pointsOf(t, dir)); tasks != manyTasks() || points != 1000 {
		t.Errorf("%d tasks have begun, %d points are there", tasks, points)
	}
	c.run(t, []int{0}, "check", dir)
}

// timed works like [testCluster.run], and logs the time.
func (c *testCluster) timed(t *testing.T, args ...string) string {
	t.Helper()
	began := time.Now()
	said := c.run(t, []int{0}, args...)
	t.Logf("%s with %d tasks: %s", args[0], manyTasks(), time.Since(began).Round(10*time.Millisecond))
	return said
}

// aTask reports whether the state of any task begins with a text.
func aTask(state string) func(jobs.Overview) bool {
	return func(o jobs.Overview) bool {
		return slices.ContainsFunc(o.Tasks, func(t jobs.Task) bool { return strings.HasPrefix(t.State, state) })
	}
}

// pid returns the process of a daemon: the controller, or that of a node.
func (c *testCluster) pid(t *testing.T, daemon string) int {
	t.Helper()
	b, err := os.ReadFile(c.dir + "/run/" + daemon + ".pid")
	noError(t, err)
	pid, err := strconv.Atoi(strings.TrimSpace(string(b)))
	noError(t, err)
	return pid
}

// kill sends a signal to a daemon.
func (c *testCluster) kill(t *testing.T, daemon string, signal syscall.Signal) {
	t.Helper()
	noError(t, syscall.Kill(c.pid(t, daemon), signal))
}

// freeze stops the tasks on a node with SIGSTOP.
func freeze(t *testing.T, node string) []int {
	t.Helper()
	pids := tasksOn(t, node)
	if len(pids) == 0 {
		t.Fatalf("no task runs on %s", node)
	}
	for _, pid := range pids {
		noError(t, syscall.Kill(pid, syscall.SIGSTOP))
	}
	return pids
}

// killedAndRetried uses supports that all widths share, a killed task, and an
// automatic resubmission.
func (c *testCluster) killedAndRetried(t *testing.T) {
	t.Run("kmeans, with a task that is killed", func(t *testing.T) {
		c.alone(t, 4, 120, "vowels --sigma rel:0.5:4:8 --lambda 0,1e-5 --select kmeans --readout lda --folds 3 --inner last")
		dir := c.planned(t)
		said := c.beside(t, []int{0}, "submit", dir, "--partition", "four", "--wait", "--retries", "2")
		until(t, dir, "a task begins", time.Minute, func(o jobs.Overview) bool { return len(tasksOn(t, "n2")) > 0 && o.Missing < len(c.want) })
		killTask(t, "n2")
		if text := <-said; strings.Count(text, "queued as") != 2 {
			t.Errorf("it said\n%s", text)
		}
		c.whole(t, dir)
		c.worth(t, dir)
	})
}
