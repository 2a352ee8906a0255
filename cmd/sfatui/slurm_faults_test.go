package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"example.com/sfatui/sessions/jobs"
)

// otherArithmetic has nodes whose processors are otherwise: they refuse, and after a few with
// one text the others are cancelled.
func (c *testCluster) otherArithmetic(t *testing.T) {
	t.Run("nodes with other processors", func(t *testing.T) {
		dir := c.planned(t)
		said := c.run(t, []int{1}, "submit", dir, "--partition", "four", "--tasks", "12", "--wait", "--setup", "export SFATUI_KERNELS=portable")
		if !strings.Contains(said, "the first tasks all failed, the others are cancelled") || !strings.Contains(said, "it was made with the arithmetic avx2") || len(pointsOf(t, dir)) != 0 {
			t.Errorf("%d points: %s", len(pointsOf(t, dir)), said)
		}
	})
}

// fullDisk has a disk of which 300 kB are left once the tasks begin.
func (c *testCluster) fullDisk(t *testing.T) {
	t.Run("a disk that is full", func(t *testing.T) {
		disk := t.TempDir()
		if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=128m", "none", disk).CombinedOutput(); err != nil {
			t.Fatalf("mount: %v: %s", err, out) // it takes root
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
		_, err = f.Write(make([]byte, int64(st.Bavail)*st.Bsize-300<<10))
		noError(t, err)
		noError(t, f.Close())
		noError(t, exec.Command("scontrol", "release", strings.Split(overview(t, dir).Tasks[0].Job, "_")[0]).Run())
		o := until(t, dir, "tasks fail", 2*time.Minute, nothingActive)
		if _, _, _, broken := o.Counts(); broken == 0 || o.Missing == 0 || o.Missing == len(c.want) || !strings.Contains(o.Tasks[0].Why, "no space left") {
			t.Errorf("%d points missing: %+v", o.Missing, o.Tasks)
		}
		c.run(t, []int{0}, "check", dir)
		noError(t, os.Remove(ballast))
		c.run(t, []int{0}, "submit", dir, "--partition", "four", "--wait")
		c.same(t, dir)
	})
}

// losses are what takes minutes to come about, several at once: a node that is lost with all
// of its processes and a task put back into the queue; a task that is preempted and one that
// reaches its limit; a node that only seems to be lost, whose task lives beside its twin.
func (c *testCluster) losses(t *testing.T) {
	t.Run("nodes lost, tasks preempted, at a limit, twins", func(t *testing.T) {
		lost, ended, twins := c.planned(t), c.planned(t), c.planned(t)

		c.run(t, []int{0}, "submit", twins, "--partition", "pair", "--tasks", "2")
		until(t, twins, "tasks begin", time.Minute, computing)
		frozen := freeze(t, "n7")
		c.killDaemon(t, "n7")

		c.run(t, []int{0}, "submit", lost, "--partition", "four")
		o := until(t, lost, "tasks begin", time.Minute, computing)
		c.killDaemon(t, "n1")
		killTask(t, "n1", "slurmstepd")
		for _, task := range o.Tasks {
			if task.Node == "n2" {
				noError(t, exec.Command("scontrol", "requeue", task.Job).Run())
			}
		}

		c.run(t, []int{0}, "submit", ended, "--partition", "yielding", "--tasks", "2", "--time", "1")
		until(t, ended, "tasks begin", time.Minute, computing)
		freeze(t, "n5")
		freeze(t, "n6") // Slurm lets them go on to be told of their end
		noError(t, exec.Command("sbatch", "--partition=urgent", "--nodelist=n5", "--output=/dev/null", "--wrap=sleep 2").Run())
		before := len(pointsOf(t, ended))

		until(t, ended, "one to be back in the queue", time.Minute, aTask("begins again"))
		until(t, ended, "the limit", 3*time.Minute, aTask("time limit: the next submit asks for 00:02:00"))

		until(t, lost, "all points without a person", 4*time.Minute, func(o jobs.Overview) bool { return o.Missing == 0 })
		c.whole(t, lost)

		until(t, ended, "the end", 4*time.Minute, nothingActive)
		if n := len(pointsOf(t, ended)); n < before {
			t.Errorf("%d points of %d", n, before)
		}
		c.run(t, []int{0}, "check", ended)
		c.run(t, []int{0}, "submit", ended, "--partition", "four", "--wait")
		c.whole(t, ended)

		until(t, twins, "the twin's end", 4*time.Minute, func(o jobs.Overview) bool { return o.Missing == 0 })
		for _, pid := range frozen {
			noError(t, syscall.Kill(pid, syscall.SIGCONT))
		}
		for end := time.Now().Add(time.Minute); len(tasksOn(t, "n7")) > 0; {
			if time.Now().After(end) {
				t.Fatal("the task whose twin was quicker does not end")
			}
			<-time.After(200 * time.Millisecond)
		}
		const ofAJob = 8 // λ and readouts of a function space
		if lines := c.same(t, twins); lines > len(c.want)+ofAJob {
			t.Errorf("%d points were computed twice", lines-len(c.want))
		}
	})
}

// aTask reports whether the state of any task begins with a text.
func aTask(state string) func(jobs.Overview) bool {
	return func(o jobs.Overview) bool {
		return slices.ContainsFunc(o.Tasks, func(t jobs.Task) bool { return strings.HasPrefix(t.State, state) })
	}
}

// killDaemon kills the slurmd of a node.
func (c *testCluster) killDaemon(t *testing.T, node string) {
	t.Helper()
	b, err := os.ReadFile(c.dir + "/run/" + node + ".pid")
	noError(t, err)
	pid, err := strconv.Atoi(strings.TrimSpace(string(b)))
	noError(t, err)
	noError(t, syscall.Kill(pid, syscall.SIGKILL))
}

// freeze stops the tasks on a node where they are.
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

// killedAndRetried has supports that all widths share, a task that is killed, and the
// submission that is made again by itself.
func (c *testCluster) killedAndRetried(t *testing.T) {
	t.Run("kmeans, with a task that is killed", func(t *testing.T) {
		c.alone(t, "vowels --sigma rel:0.5:4:8 --lambda 0,1e-5 --m 120 --select kmeans --readout lda --folds 3 --inner last")
		dir := c.planned(t)
		said := make(chan string, 1)
		go func() {
			said <- c.run(t, []int{0}, "submit", dir, "--partition", "four", "--wait", "--retries", "2")
		}()
		until(t, dir, "a task begins", time.Minute, func(o jobs.Overview) bool { return len(tasksOn(t, "n2")) > 0 && o.Missing < len(c.want) })
		killTask(t, "n2")
		if text := <-said; strings.Count(text, "queued as") != 2 {
			t.Errorf("it said\n%s", text)
		}
		c.whole(t, dir)
	})
}
