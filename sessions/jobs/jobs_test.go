package jobs_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/sfatui/datasets"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/jobs"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/sessiontest"
)

// The script and the command that submits it contain the session's name,
// whatever it is, and no part of it is interpreted as an option or by a shell.
func TestScriptOfHostileNames(t *testing.T) {
	for _, name := range []string{"words.sfa", "two words.sfa", "it's.sfa", "$(touch pwned).sfa", "`id`.sfa", "100%a.sfa", "-rf.sfa", `"q".sfa`, "a;b&c|d.sfa", "ünï.sfa"} {
		t.Run(name, func(t *testing.T) {
			f := newFake(t)
			s := planned(t, filepath.Join(t.TempDir(), name))
			o := options(t)
			o.Tasks, o.Partition, o.Account, o.Throttle, o.Setup, o.Sbatch = 2, "debug", "a b'c", 3, []string{"module load x"}, []string{"--constraint=fast"}
			var slurm jobs.Slurm
			sub, err := jobs.Prepare(t.Context(), s, &slurm, o)
			must(t, err)
			must(t, sub.Submit(t.Context(), s, &slurm))
			quoted := "'" + strings.ReplaceAll(s.Dir, "'", `'\''`) + "'"
			program := "'" + strings.ReplaceAll(sub.Binary, "'", `'\''`) + "'"
			sum := fmt.Sprintf("%x", sha256.Sum256([]byte(testProgram)))
			want := `#!/bin/bash
# Tasks of a sweep. The session records what is done: run this again at any time.
#SBATCH --job-name=` + jobName(t, s) + ` --array=1-2%3 --requeue --open-mode=append
#SBATCH --nodes=1 --ntasks=1 --cpus-per-task=1 --mem=1536M --time=00:15:00
export SFATUI_KERNELS=avx2 GOMAXPROCS=${SLURM_CPUS_PER_TASK:-1}
module load x
if command -v sha256sum >/dev/null && [ "$(sha256sum <` + program + ` | cut -d ' ' -f 1)" != ` + sum + ` ]; then
  printf 'sfatui: %s does not match the checksum in its name: submit the session again\n' ` + program + ` >&2; exit 1
fi
exec ` + program + ` run --task "$SLURM_ARRAY_TASK_ID/2" --plans 1 --memory 1342177280 -- ` + quoted + "\n"
			path := filepath.Join(s.Dir, "jobs", "0001.sh")
			got, err := os.ReadFile(path)
			must(t, err)
			if string(got) != want {
				t.Errorf("the script is\n%s\nwant\n%s", got, want)
			}
			args := []string{"--parsable", "--export=PATH,HOME,TMPDIR", "--output=" + strings.ReplaceAll(s.Dir, "%", "%%") + "/jobs/0001.log/%a.txt",
				"--partition=debug", "--account=a b'c", "--constraint=fast", path}
			if got := f.args(); !slices.Equal(got, args) {
				t.Errorf("sbatch %q\nwant   %q", got, args)
			}
			if env := f.read("env"); strings.Contains(env, "SLURM_JOB_ID") || strings.Contains(env, "SBATCH_") {
				t.Error("sbatch receives the environment of the job that calls it")
			}
			// The shell runs the program with the words unchanged.
			cmd := exec.Command("/bin/bash", path)
			cmd.Dir, cmd.Env = t.TempDir(), []string{"SLURM_ARRAY_TASK_ID=2", "PATH=/usr/bin:/bin"}
			out, err := exec.Command("/bin/bash", "-n", path).CombinedOutput()
			must(t, err)
			_ = out
			said, _ := cmd.CombinedOutput()
			if !strings.HasSuffix(string(said), fmt.Sprintf("run\n--task\n2/2\n--plans\n1\n--memory\n1342177280\n--\n%s\n", s.Dir)) {
				t.Errorf("the shell runs %q", said)
			}
			if left, _ := os.ReadDir(cmd.Dir); len(left) != 0 {
				t.Errorf("it made %v", left)
			}
			info, err := os.Stat(filepath.Join(s.Dir, "jobs"))
			must(t, err)
			if info.Mode().Perm() != 0o700 || sub.ID != "42" {
				t.Errorf("jobs has mode %v, the job is %q", info.Mode(), sub.ID)
			}
		})
	}
}

// A path that a script cannot contain is refused before anything is written.
func TestPathsThatAreRefused(t *testing.T) {
	newFake(t)
	for _, name := range []string{"a\nb.sfa", `back\slash.sfa`, strings.Repeat("long/", 210) + "x.sfa"} {
		path := filepath.Join(t.TempDir(), name)
		must(t, os.MkdirAll(filepath.Dir(path), 0o755))
		s := planned(t, path)
		if _, err := jobs.Prepare(t.Context(), s, &jobs.Slurm{}, options(t)); err == nil || !strings.Contains(err.Error(), "rename") {
			t.Errorf("%.20q: %v", name, err)
		}
		if _, err := os.Stat(filepath.Join(s.Dir, "jobs")); err == nil {
			t.Errorf("%.20q: something was made", name)
		}
	}
}

// A second submission contains exactly the missing points that are not queued.
func TestSubmitAgain(t *testing.T) {
	f := newFake(t)
	s := planned(t, filepath.Join(t.TempDir(), "words.sfa"))
	o := options(t)
	o.Tasks = 3
	submit := func(again bool) (*jobs.Submission, error) {
		o := o
		o.Again = again
		var slurm jobs.Slurm
		sub, err := jobs.Prepare(t.Context(), s, &slurm, o)
		if err == nil {
			err = sub.Submit(t.Context(), s, &slurm)
		}
		return sub, err
	}
	first, err := submit(false)
	must(t, err)
	if first.Array != "1-3" || first.Points != 12 {
		t.Errorf("first %+v", first)
	}
	o.Tasks = 0 // as before
	name := jobName(t, s)
	queue := func(states ...string) {
		text := ""
		for i, state := range states {
			text += fmt.Sprintf("42|%d|%s|None|n%d|1:00|%s|N/A\n", i+1, state, i+1, name)
		}
		must(t, os.WriteFile(filepath.Join(f.dir, "queue"), []byte(text), 0o644))
	}
	queue("RUNNING", "PENDING", "RUNNING")
	var queued *jobs.QueuedError
	if _, err := submit(false); !errors.As(err, &queued) || queued.Job != "42" || !strings.Contains(err.Error(), "--again") {
		t.Errorf("all are queued: %v", err)
	}
	queue("RUNNING", "CANCELLED", "OUT_OF_MEMORY")
	second, err := submit(false)
	must(t, err)
	if second.Array != "2-3" || second.Tasks != 3 || second.Number != 2 || second.Memory != 2*first.Memory {
		t.Errorf("second %+v", second)
	}
	if third, err := submit(true); err != nil || third.Array != "1-3" || third.Number != 3 {
		t.Errorf("again: %+v, %v", third, err)
	}
	os.Remove(filepath.Join(f.dir, "queue"))
	s = finish(t, s, s.Plan())
	var nothing *jobs.NothingError
	if _, err := submit(false); !errors.As(err, &nothing) {
		t.Errorf("nothing is missing: %v", err)
	}
	if got := len(jobs.Submissions(s)); got != 3 {
		t.Errorf("%d submissions", got)
	}
}

// Without Slurm, and after its refusal, the error contains its text, and no
// file is left.
func TestSubmitFails(t *testing.T) {
	s := planned(t, filepath.Join(t.TempDir(), "words.sfa"))
	t.Setenv("PATH", t.TempDir())
	var here *jobs.NotHereError
	if _, err := jobs.Prepare(t.Context(), s, &jobs.Slurm{}, options(t)); !errors.As(err, &here) || !strings.Contains(err.Error(), "sfatui run --task i/N") {
		t.Errorf("without Slurm: %v", err)
	}
	f := newFake(t)
	waited := time.Duration(0)
	slurm := jobs.Slurm{Wait: func(_ context.Context, d time.Duration) error { waited += d; return nil }}
	f.says("sbatch", `echo "sbatch: error: QOSMaxSubmitJobPerUserLimit" >&2; exit 1`)
	sub, err := jobs.Prepare(t.Context(), s, &slurm, options(t))
	must(t, err)
	if err = sub.Submit(t.Context(), s, &slurm); err == nil || !strings.Contains(err.Error(), "QOSMaxSubmitJobPerUserLimit") || !strings.Contains(err.Error(), "--parsable") || waited != 0 {
		t.Errorf("at a limit: %v after %s", err, waited)
	}
	if left := jobs.Submissions(s); len(left) != 0 {
		t.Errorf("left behind: %+v", left)
	}
	f.says("sbatch", `echo "sbatch: error: Batch job submission failed: Socket timed out on send/recv operation" >&2; exit 1`)
	if err = sub.Submit(t.Context(), s, &slurm); err == nil || !strings.Contains(err.Error(), "timed out") || waited != 2*time.Minute {
		t.Errorf("busy: %v after %s", err, waited)
	}
	// Slurm accepted it nevertheless: its reply was lost.
	f.says("squeue", `echo "77|1|PENDING|None||0:00|x|N/A"`)
	if err = sub.Submit(t.Context(), s, &slurm); err != nil || sub.ID != "77" {
		t.Errorf("with a lost reply: %v, job %q", err, sub.ID)
	}
	f.says("squeue", `echo "slurm_load_jobs error: Unable to contact slurm controller" >&2; exit 1`)
	if _, err = jobs.Prepare(t.Context(), s, &slurm, options(t)); err == nil || !strings.Contains(err.Error(), "Unable to contact") {
		t.Errorf("without a controller: %v", err)
	}
}

// If the disk prevents writing the files of a submission, none of them remains.
func TestSubmitOnAFullDisk(t *testing.T) {
	newFake(t)
	s := planned(t, filepath.Join(t.TempDir(), "words.sfa"))
	in := filepath.Join(s.Dir, "jobs", "0001.sh") // blocks the path of the script
	must(t, os.MkdirAll(filepath.Join(in, "x"), 0o700))
	var slurm jobs.Slurm
	sub, err := jobs.Prepare(t.Context(), s, &slurm, options(t))
	must(t, err)
	if err := sub.Submit(t.Context(), s, &slurm); err == nil || sub.ID != "" {
		t.Errorf("submitted as %q, %v", sub.ID, err)
	}
	if left := jobs.Submissions(s); len(left) != 0 {
		t.Errorf("left behind: %+v", left)
	}
	must(t, os.RemoveAll(in))
	sub, err = jobs.Prepare(t.Context(), s, &slurm, options(t))
	must(t, err)
	must(t, sub.Submit(t.Context(), s, &slurm))
}

// The state of a task follows from its journal and the queue.
func TestStatus(t *testing.T) {
	f := newFake(t)
	s := planned(t, filepath.Join(t.TempDir(), "words.sfa"))
	var slurm jobs.Slurm
	if o := jobs.Status(t.Context(), s, s.State(), &slurm, time.Now()); len(o.Tasks) != 0 || o.Missing != 12 {
		t.Errorf("before: %+v", o)
	}
	o := options(t)
	o.Tasks = 4
	sub, err := jobs.Prepare(t.Context(), s, &slurm, o)
	must(t, err)
	must(t, sub.Submit(t.Context(), s, &slurm))
	log := filepath.Join(s.Dir, sub.Log(2))
	must(t, os.WriteFile(log, []byte("task 2 of 4 on n2: x\nsfatui: n2: it was made with \x1b[31mthe arithmetic avx512\n"), 0o644))
	name := jobName(t, s)
	must(t, os.WriteFile(filepath.Join(f.dir, "queue"), []byte(
		"42|1|RUNNING|None|n1|0:10|"+name+"|2026-03-01T12:00:00\n42|2|FAILED|NonZeroExitCode|n2|0:01|"+name+"|N/A\nnonsense\n42|3|PENDING|Resources||0:00|"+name+"|N/A\n42|4|TIMEOUT|TimeLimit|n4|1:00|"+name+"|N/A\n"), 0o644))
	got := jobs.Status(t.Context(), s, s.State(), &slurm, time.Now())
	text := ""
	for _, task := range got.Tasks {
		text += fmt.Sprintf("%d/%d %s %s %s %d/%d\n", task.I, task.Of, task.Node, task.State, task.Job, task.Done, task.Points)
	}
	if want := "1/4 n1 runs 42_1 0/3\n2/4 n2 failed 42_2 0/3\n3/4  queued 42_3 0/3\n4/4 n4 time limit: the next submit requests 00:30:00 42_4 0/3\n"; text != want {
		t.Errorf("tasks are\n%swant\n%s", text, want)
	}
	if why := got.Tasks[1].Why; !strings.Contains(why, "the arithmetic avx512") || strings.Contains(why, "\x1b") || filepath.Join(s.Dir, got.Tasks[1].Log) != log {
		t.Errorf("the reason is %q", why)
	}
	if said, err := jobs.Tail(s, got.Tasks[1].Log); err != nil || len(said) != 2 {
		t.Errorf("the log is %q, %v", said, err)
	}
	outside := filepath.Join(t.TempDir(), "secret")
	must(t, os.WriteFile(outside, []byte("sfatui: secret\n"), 0o644))
	must(t, os.Remove(log))
	must(t, os.Symlink(outside, log))
	if said, err := jobs.Tail(s, got.Tasks[1].Log); err == nil {
		t.Errorf("through a link: %q", said)
	}
	waiting, running, done, broken := got.Counts()
	if waiting != 1 || running != 1 || done != 0 || broken != 2 || got.Unclaimed != 6 || !slices.Equal(got.Active(), []string{"42_1", "42_3"}) {
		t.Errorf("%d wait, %d run, %d done, %d broken, %d unclaimed, active %v", waiting, running, done, broken, got.Unclaimed, got.Active())
	}
	must(t, slurm.Cancel(t.Context(), got.Active()...))
	if said := f.read("cancelled"); said != "42_1 42_3\n" {
		t.Errorf("scancel %q", said)
	}
}

// A task that was killed twice before it finished a point is divided, because
// one of its points may be the cause. Later submissions keep the division.
func TestPartsWhatKills(t *testing.T) {
	newFake(t)
	s := planned(t, filepath.Join(t.TempDir(), "words.sfa"))
	o := options(t)
	o.Tasks = 3
	submit := func() *jobs.Submission {
		var err error
		s, err = s.Reopen()
		must(t, err)
		var slurm jobs.Slurm
		sub, err := jobs.Prepare(t.Context(), s, &slurm, o)
		must(t, err)
		must(t, sub.Submit(t.Context(), s, &slurm))
		o.Tasks = 0
		return sub
	}
	begun := time.Now()
	killed := func(i, n int, points ...sweep.Entry) {
		begun = begun.Add(time.Second) // tasks start in the order of their times
		w, err := s.Writer(func() time.Time { return begun })
		must(t, err)
		w.Task = &record.Task{I: i, N: n}
		must(t, w.Handle(sweep.Event{Kind: sweep.Started}))
		for _, e := range points {
			must(t, w.Handle(sweep.Event{Kind: sweep.PointDone, Result: sessiontest.SweptResult(0, e)}))
		}
	}
	submit()
	killed(2, 3)
	if sub := submit(); sub.ByPoints || sub.Array != "1-3" {
		t.Errorf("killed once: %+v", sub)
	}
	killed(1, 3)
	killed(1, 3, s.Plan()[0])
	if sub := submit(); sub.ByPoints || sub.Note != "" {
		t.Errorf("killed twice, and it went on: %+v", sub)
	}
	killed(2, 3)
	sub := submit()
	if !sub.ByPoints || sub.Tasks != 12 || sub.Points != 11 || len(strings.Split(sub.Array, ",")) > 2 || !strings.Contains(sub.Note, "killed twice") {
		t.Errorf("killed twice: %+v", sub)
	}
	if script, _ := sub.Script(s); !strings.Contains(script, "--split points") {
		t.Errorf("the script is\n%s", script)
	}
	if sub := submit(); !sub.ByPoints || sub.Tasks != 12 {
		t.Errorf("the next: %+v", sub)
	}
}

// After a time limit twice the time is requested, and squeue reports the
// expected start.
func TestTimeAfterALimit(t *testing.T) {
	f := newFake(t)
	s := planned(t, filepath.Join(t.TempDir(), "words.sfa"))
	o := options(t)
	o.Tasks, o.Time = 3, "0:10:00"
	o.DataRoot = "/home/it's=/mnt"
	var slurm jobs.Slurm
	sub, err := jobs.Prepare(t.Context(), s, &slurm, o)
	must(t, err)
	if script, _ := sub.Script(s); !strings.Contains(script, `--data-root '/home/it'\''s=/mnt' --memory`) {
		t.Errorf("the script is\n%s", script)
	}
	must(t, sub.Submit(t.Context(), s, &slurm))
	name := jobName(t, s)
	must(t, os.WriteFile(filepath.Join(f.dir, "queue"), []byte("42|1|TIMEOUT|TimeLimit|n1|1:00|"+name+"|N/A\n"), 0o644))
	o.Time = ""
	if sub, err = jobs.Prepare(t.Context(), s, &slurm, o); err != nil || sub.Time != "00:20:00" {
		t.Errorf("the next: %+v, %v", sub, err)
	}
	w, err := s.Writer(sessiontest.Clock(s.Header.Created, time.Minute))
	must(t, err)
	w.Task = &record.Task{I: 1, N: 3}
	must(t, w.Handle(sweep.Event{Kind: sweep.Started}))
	must(t, w.Handle(sweep.Event{Kind: sweep.PointDone, Result: sessiontest.SweptResult(0, s.Plan()[0])}))
	must(t, w.Handle(sweep.Event{Kind: sweep.Ended, Reason: "done"}))
	must(t, w.Close())
	s, err = s.Reopen()
	must(t, err)
	for queue, want := range map[string]time.Duration{
		"42|2|RUNNING|None|n1|1:00|" + name + "|N/A\n42|3|PENDING|None||1:00|" + name + "|N/A\n": 4 * time.Minute,
		"42|2|PENDING|None||1:00|" + name + "|N/A\n42|3|PENDING|None||1:00|" + name + "|N/A\n":   0,
	} {
		must(t, os.WriteFile(filepath.Join(f.dir, "queue"), []byte(queue), 0o644))
		if o := jobs.Status(t.Context(), s, s.State(), &slurm, time.Now()); o.Remaining.Round(time.Minute) != want {
			t.Errorf("%v left, want %v: %+v", o.Remaining, want, o)
		}
	}
	must(t, os.WriteFile(filepath.Join(f.dir, "queue"), []byte("42|1|PENDING|BeginTime||0:00|"+name+"|2026-03-01T16:12:00\n"), 0o644))
	if o := jobs.Status(t.Context(), s, s.State(), &slurm, time.Now()); o.Tasks[0].State != "begins again 16:12" {
		t.Errorf("back in the queue: %+v", o.Tasks[0])
	}
}

// A held task waits for a person, and its state says what to do.
func TestHeld(t *testing.T) {
	s := planned(t, filepath.Join(t.TempDir(), "words.sfa"))
	f := newFake(t)
	o := options(t)
	o.Tasks = 2
	var slurm jobs.Slurm
	sub, err := jobs.Prepare(t.Context(), s, &slurm, o)
	must(t, err)
	must(t, sub.Submit(t.Context(), s, &slurm))
	name := jobName(t, s)
	first := func(reason string) jobs.Task {
		t.Helper()
		f.says("squeue", "printf '42|1|PENDING|"+reason+"||0:00|"+name+"|N/A\n'")
		s, err = s.Reopen()
		must(t, err)
		return jobs.Status(t.Context(), s, s.State(), &slurm, time.Now()).Tasks[0]
	}
	const refused = "launch failed requeued held"
	for reason, want := range map[string]string{
		"JobHeldUser":  "scontrol release 42_1 lets it begin",
		"JobHeldAdmin": "an administrator holds it",
		refused:        "Slurm says: launch failed requeued held; scontrol release 42_1 lets it begin",
	} {
		if task := first(reason); task.Kind != jobs.Waiting || task.State != "held" || task.Why != want {
			t.Errorf("%s: %+v", reason, task)
		}
	}

	w, err := s.Writer(time.Now)
	must(t, err)
	w.Task = &record.Task{I: 1, N: 2}
	must(t, w.Handle(sweep.Event{Kind: sweep.Started}))
	if task := first(refused); task.Kind != jobs.Running || task.Why != "" {
		t.Errorf("held as it runs: %+v", task)
	}
	must(t, w.Handle(sweep.Event{Kind: sweep.Ended, Reason: "stopped"}))
	if task := first(refused); task.State != "held" || !strings.Contains(task.Why, "scontrol release") {
		t.Errorf("held as it has stopped: %+v", task)
	}
	must(t, w.Handle(sweep.Event{Kind: sweep.Started}))
	for i, e := range s.Plan() {
		must(t, w.Handle(sweep.Event{Kind: sweep.PointDone, Result: sessiontest.SweptResult(i, e)}))
	}
	must(t, w.Handle(sweep.Event{Kind: sweep.Ended, Reason: "done"}))
	must(t, w.Close())
	if task := first(refused); task.State != "held" || task.Why != "all its points are finished; scancel 42_1 takes it out of the queue" {
		t.Errorf("held as it is done: %+v", task)
	}
}

func TestDataRoot(t *testing.T) {
	for _, text := range []string{"", "/a", "a=/b", "/a=b", "="} {
		if _, _, err := jobs.DataRoot(text); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
	d := sessions.Data{Options: datasets.Options{Paths: []string{"/a/b/c.csv", "/ab/c.csv", "vowels", "/a"}}}
	from, to, err := jobs.DataRoot("/a/=/mnt/x")
	must(t, err)
	if moved := d.Move(from, to); !moved || !slices.Equal(d.Options.Paths, []string{"/mnt/x/b/c.csv", "/ab/c.csv", "vowels", "/mnt/x"}) {
		t.Errorf("%v: %v", moved, d.Options.Paths)
	}
	if d.Move("/nowhere", "/x") {
		t.Error("something was moved from nowhere")
	}
}

func TestParseTime(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"40": 40 * time.Minute, "1:30": 90 * time.Second, "1:20:00": 80 * time.Minute, "2-00:00:00": 48 * time.Hour, "1-12": 36 * time.Hour, "infinite": 0,
	} {
		if got, err := jobs.ParseTime(text); err != nil || got != want {
			t.Errorf("%q: %s, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "x", "1:2:3:4", "-5", "1:-2", "--help"} {
		if got, err := jobs.ParseTime(text); err == nil {
			t.Errorf("%q is %s", text, got)
		}
	}
}

// Of two concurrent submissions, one is refused because of the other.
func TestSubmitAtOnce(t *testing.T) {
	s := planned(t, filepath.Join(t.TempDir(), "words.sfa"))
	newFake(t)
	var slurm jobs.Slurm
	one, err := jobs.Prepare(t.Context(), s, &slurm, options(t))
	must(t, err)
	other, err := jobs.Prepare(t.Context(), s, &slurm, options(t))
	must(t, err)
	must(t, one.Submit(t.Context(), s, &slurm))
	if err, ok := other.Submit(t.Context(), s, &slurm).(*jobs.QueuedError); !ok {
		t.Errorf("the other submission: error %v, want QueuedError", err)
	}
	if n := len(jobs.Submissions(s)); n != 1 {
		t.Errorf("%d submissions", n)
	}
	o := options(t)
	o.Again = true
	again, err := jobs.Prepare(t.Context(), s, &slurm, o)
	must(t, err)
	must(t, again.Submit(t.Context(), s, &slurm))
}

// Points that tasks publish between reading a session and submitting it are not
// damage.
func TestSubmitWhileTasksRun(t *testing.T) {
	s := planned(t, filepath.Join(t.TempDir(), "words.sfa"))
	newFake(t)
	later := finish(t, s, s.Plan()[:2])
	if _, err := jobs.Prepare(t.Context(), s, &jobs.Slurm{}, options(t)); err != nil {
		t.Error(err)
	}
	must(t, os.WriteFile(filepath.Join(s.Dir, "points", s.Plan()[0].Key+".json"), []byte("{}"), 0o644))
	later, err := later.Reopen()
	must(t, err)
	for _, s := range []*sessions.Session{s, later} {
		if _, err := jobs.Prepare(t.Context(), s, &jobs.Slurm{}, options(t)); err == nil || !strings.Contains(err.Error(), "1 point damaged") {
			t.Errorf("a damaged one: %v", err)
		}
	}
}
