package jobs_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.com/sfatui/datasets"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/jobs"
	"example.com/sfatui/sessions/sessiontest"
)

// fake is a Slurm of shell scripts on PATH: sbatch keeps its arguments, squeue
// prints a file.
type fake struct {
	t   *testing.T
	dir string
}

func newFake(t *testing.T) fake {
	t.Helper()
	f := fake{t, t.TempDir()}
	f.says("squeue", `cat "$DIR/queue" 2>/dev/null; exit 0`)
	f.says("sinfo", `echo "debug*|4|0/8/0/8|1:00:00"; echo "other|9|0/9/0/9|infinite"`)
	f.says("scontrol", `echo "MaxArraySize            = 1001"`)
	f.says("sbatch", `for a in "$@"; do printf '%s\0' "$a"; done >"$DIR/args"; env >"$DIR/env"; echo "42;cluster"`)
	f.says("scancel", `echo "$@" >"$DIR/cancelled"`)
	t.Setenv("PATH", f.dir+":/usr/bin:/bin")
	t.Setenv("SLURM_JOB_ID", "7")
	t.Setenv("SBATCH_PARTITION", "theirs")
	return f
}

// says creates a command from a line of shell.
func (f fake) says(name, script string) {
	f.t.Helper()
	text := "#!/bin/sh\nDIR='" + f.dir + "'\n" + script + "\n"
	// A running script still reads its file, and a running file cannot be
	// written.
	path := filepath.Join(f.dir, name)
	must(f.t, os.WriteFile(path+".new", []byte(text), 0o755))
	must(f.t, os.Rename(path+".new", path))
}

func (f fake) read(name string) string {
	b, err := os.ReadFile(filepath.Join(f.dir, name))
	if err != nil {
		f.t.Fatal(err)
	}
	return string(b)
}

func (f fake) args() []string {
	return strings.Split(strings.TrimSuffix(f.read("args"), "\x00"), "\x00")
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// planned plans a session of so many points at a path, without computing any.
func planned(t *testing.T, path string) *sessions.Session {
	t.Helper()
	h := sessions.Header{
		Name: "words", UUID: "5fa0c0de-0000-4000-8000-000000000002", KernelPath: "avx2-amd64",
		Data: sessions.Data{Name: "words", Hash: "data", N: 100, D: 3, Options: datasets.Options{Paths: []string{"vowels"}}},
	}
	s, err := sessions.Create(path, h, sessiontest.Keyed(sessiontest.SweptPlan(), h.Engine, h.KernelPath, h.Data.Hash))
	must(t, err)
	return s
}

// testProgram prints its arguments.
const testProgram = "#!/bin/sh\nprintf '%s\\n' \"$@\"\n"

// options returns those of a program whose needs are unknown.
func options(t *testing.T) jobs.Options {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "sfatui")
	must(t, os.WriteFile(binary, []byte(testProgram), 0o755))
	return jobs.Options{Binary: binary, Speed: 1e9, Need: func(int) (int64, error) { return 1 << 30, nil }}
}

// finish records the points of entries as computed by one task.
func finish(t *testing.T, s *sessions.Session, entries []sweep.Entry) *sessions.Session {
	t.Helper()
	s, err := sessions.Open(s.Dir)
	must(t, err)
	w, err := s.Writer(time.Now)
	must(t, err)
	must(t, w.Handle(sweep.Event{Kind: sweep.Started}))
	for i, e := range entries {
		must(t, w.Handle(sweep.Event{Kind: sweep.PointDone, Result: sessiontest.SweptResult(i, e)}))
	}
	must(t, w.Close())
	s, err = sessions.Open(s.Dir)
	must(t, err)
	return s
}

// jobName returns the name of the job of the first submission.
func jobName(t *testing.T, s *sessions.Session) string {
	t.Helper()
	subs := jobs.Submissions(s)
	if len(subs) == 0 {
		t.Fatal("nothing was submitted")
	}
	return subs[0].JobName(s.Header.UUID)
}
