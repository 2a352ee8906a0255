package jobs_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/jobs"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/sessiontest/recorded"
	"example.com/sfatui/sessions/store"
)

// submitted submits a session of two tasks.
func submitted(t *testing.T, s *sessions.Session) *jobs.Submission {
	t.Helper()
	o := options(t)
	o.Tasks = 2
	var slurm jobs.Slurm
	sub, err := jobs.Prepare(t.Context(), s, &slurm, o)
	must(t, err)
	must(t, sub.Submit(t.Context(), s, &slurm))
	return sub
}

// A copy of a session has its UUID and the files of its submissions, but none
// of its tasks.
func TestCopyHasNoTasks(t *testing.T) {
	f := newFake(t)
	dir := t.TempDir()
	s := planned(t, filepath.Join(dir, "words.sfa"))
	sub := submitted(t, s)
	name := sub.JobName(s.Header.UUID)
	// This squeue selects by name, as Slurm's does.
	f.says("squeue", `for a in "$@"; do case "$a" in --name=*`+name+`*) printf '42|1|RUNNING|None|n1|0:10|`+name+`|N/A\n';; esac; done`)
	must(t, os.CopyFS(filepath.Join(dir, "copy.sfa"), os.DirFS(s.Dir)))
	twin, err := sessions.Open(filepath.Join(dir, "copy.sfa"))
	must(t, err)
	status := func(s *sessions.Session) jobs.Overview {
		return jobs.Status(t.Context(), s, s.State(), &jobs.Slurm{}, time.Now())
	}
	if got := status(s).Active(); len(got) != 1 || got[0] != "42_1" {
		t.Errorf("the session's tasks are %q", got)
	}
	if got := status(twin).Active(); len(got) != 0 {
		t.Errorf("those of the copy are %q", got)
	}
	if err := jobs.Free(t.Context(), twin, &jobs.Slurm{}, time.Now()); err != nil {
		t.Errorf("the copy is not free: %v", err)
	}
	again := submitted(t, twin)
	if again.Number != 2 || again.JobName(s.Header.UUID) == name {
		t.Errorf("the copy's own submission is number %d, job %s", again.Number, again.JobName(s.Header.UUID))
	}
	// A moved session is the same session.
	must(t, os.RemoveAll(twin.Dir))
	must(t, os.Rename(s.Dir, filepath.Join(dir, "moved.sfa")))
	moved, err := sessions.Open(filepath.Join(dir, "moved.sfa"))
	must(t, err)
	if got := status(moved).Active(); len(got) != 1 {
		t.Errorf("those of the moved session are %q", got)
	}
}

// A file under the program's name is not run before its bytes are compared.
func TestPlantedProgram(t *testing.T) {
	newFake(t)
	s := planned(t, filepath.Join(t.TempDir(), "words.sfa"))
	sub := submitted(t, s)
	at := store.At(s.Dir)
	if got := jobs.Damage(at); len(got) != 0 || sub.Mended != "" {
		t.Errorf("untouched: %v, mended %q", got, sub.Mended)
	}
	pwned := filepath.Join(t.TempDir(), "pwned")
	must(t, os.WriteFile(sub.Binary, []byte("#!/bin/sh\ntouch "+pwned+"\n"), 0o700))
	cmd := exec.Command("/bin/bash", filepath.Join(s.Dir, "jobs", "0001.sh"))
	cmd.Env = []string{"SLURM_ARRAY_TASK_ID=1", "PATH=/usr/bin:/bin"}
	out, err := cmd.CombinedOutput()
	if err == nil || !strings.Contains(string(out), sub.Binary+" does not match the checksum in its name") {
		t.Errorf("the script: %v, %s", err, out)
	}
	if _, err := os.Stat(pwned); err == nil {
		t.Error("the planted program ran")
	}
	rel, _ := filepath.Rel(s.Dir, sub.Binary)
	if got := jobs.Damage(at); len(got) != 1 || got[0].File != rel {
		t.Errorf("check finds %v", got)
	}
	o := options(t)
	o.Again = true
	second, err := jobs.Prepare(t.Context(), s, &jobs.Slurm{}, o)
	must(t, err)
	must(t, second.Submit(t.Context(), s, &jobs.Slurm{}))
	if b, err := os.ReadFile(sub.Binary); err != nil || string(b) != testProgram || second.Mended != sub.Binary {
		t.Errorf("submitted again the program is %q, %v, mended %q", b, err, second.Mended)
	}
	must(t, os.WriteFile(filepath.Join(s.Dir, "jobs", "0001.sh"), []byte("exit 0\n"), 0o700))
	if got := jobs.Damage(at); len(got) != 1 || got[0].File != "jobs/0001.sh" {
		t.Errorf("check of a script that was changed finds %v", got)
	}
}

// A site's sbatch prints more than the number, or none.
func TestNumberOfTheJob(t *testing.T) {
	for printed, want := range map[string]string{
		"42":                                   "42",
		"42;cluster\\n":                        "42",
		"Welcome to Ada!\\n2 news\\n42;ada\\n": "42",
		"42\\nyour project has 17 h left\\n":   "42",
		"Submitted batch job 42\\n":            "77", // the number in the queue
		"":                                     "77",
	} {
		f := newFake(t)
		f.says("sbatch", "printf '"+printed+"'")
		f.says("squeue", `case "$*" in *--name=sfatui-*-0001-*) echo "77|1|PENDING|None||0:00|x|N/A";; esac`)
		if got := submitted(t, planned(t, filepath.Join(t.TempDir(), "words.sfa"))).ID; got != want {
			t.Errorf("%q is job %q, want %q", printed, got, want)
		}
	}
}

// A script that is submitted again from another folder finds program and
// session.
func TestPathsOfTheScript(t *testing.T) {
	newFake(t)
	t.Chdir(t.TempDir())
	sub := submitted(t, planned(t, "words.sfa"))
	for _, path := range []string{sub.Binary, sub.Session, sub.Sbatch[len(sub.Sbatch)-1]} {
		if !filepath.IsAbs(path) {
			t.Errorf("%s is relative", path)
		}
	}
	cmd := exec.Command("/bin/bash", sub.Sbatch[len(sub.Sbatch)-1])
	cmd.Dir, cmd.Env = "/", []string{"SLURM_ARRAY_TASK_ID=1", "PATH=/usr/bin:/bin"}
	if out, err := cmd.CombinedOutput(); err != nil || !strings.HasSuffix(string(out), "words.sfa\n") {
		t.Errorf("from another directory: %v, %s", err, out)
	}
}

// A task that was alive when its journal was read is not lost because the queue
// answered late.
func TestTasksLiveWhileTheQueueHangs(t *testing.T) {
	f := newFake(t)
	s := planned(t, filepath.Join(t.TempDir(), "words.sfa"))
	submitted(t, s)
	// The task is a process that ends while squeue does not answer.
	task := exec.Command("/bin/sh", "-c", "read x")
	in, err := task.StdinPipe()
	must(t, err)
	must(t, task.Start())
	recorded.ComputedBy(t, s, task.Process.Pid, &record.Task{I: 1, N: 2})
	s, err = s.Reopen()
	must(t, err)
	st, now := s.State(), time.Now()
	// Each end of a named pipe waits for the other.
	asked, answer := filepath.Join(f.dir, "asked"), filepath.Join(f.dir, "answer")
	must(t, exec.Command("mkfifo", asked, answer).Run())
	f.says("squeue", `echo >"$DIR/asked"; read x <"$DIR/answer"; exit 1`)
	go func() {
		os.ReadFile(asked)
		in.Close()
		task.Wait()
		os.WriteFile(answer, []byte("\n"), 0o644)
	}()
	got := jobs.Status(context.Background(), s, st, &jobs.Slurm{}, now)
	if got.QueueErr == nil || got.Tasks[0].Kind != jobs.Running {
		t.Errorf("the task that lived is %+v", got.Tasks[0])
	}
}

// TestKilledSubmitLeavesNoDamage removes the files that submit writes last: a
// submission without a script was never passed to Slurm, unless it has the
// number of a job.
func TestKilledSubmitLeavesNoDamage(t *testing.T) {
	newFake(t)
	dir := filepath.Join(t.TempDir(), "words.sfa")
	submitted(t, planned(t, dir))
	at := store.At(dir)
	must(t, os.Remove(filepath.Join(dir, "jobs/0001.sh")))
	if got := jobs.Damage(at); len(got) != 1 || got[0].File != "jobs/0001.sh" {
		t.Errorf("without the script of a job: %v", got)
	}
	must(t, os.Remove(filepath.Join(dir, "jobs/0001.id")))
	if got := jobs.Damage(at); len(got) != 0 {
		t.Errorf("without a script and a job: %v", got)
	}
}
