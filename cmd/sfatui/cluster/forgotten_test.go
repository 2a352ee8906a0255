package cluster

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/jobs"
	"example.com/sfatui/sessions/sessiontest"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// If the controller has lost an array, as after a restart without its state,
// waiting ends, and the error says what is missing and what to do.
func TestWaitingForAForgottenArray(t *testing.T) {
	bin := t.TempDir()
	for name, line := range map[string]string{
		"squeue": "exit 0", "sinfo": `echo "debug*|4|0/8/0/8|1:00:00"`, "scontrol": `echo "MaxArraySize = 1001"`, "sbatch": "echo 42",
	} {
		must(t, os.WriteFile(filepath.Join(bin, name), []byte("#!/bin/sh\n"+line+"\n"), 0o755))
	}
	t.Setenv("PATH", bin+":/usr/bin:/bin")
	h := sessions.Header{Name: "words", KernelPath: "avx2-amd64", Data: sessions.Data{Name: "words", Hash: "data", N: 100, D: 3}}
	s, err := sessions.Create(filepath.Join(t.TempDir(), "words.sfa"), h, sessiontest.Keyed(sessiontest.SweptPlan(), h.Engine, h.KernelPath, h.Data.Hash))
	must(t, err)
	var slurm jobs.Slurm
	sub, err := jobs.Prepare(t.Context(), s, &slurm, jobs.Options{Tasks: 2, Binary: filepath.Join(bin, "sbatch"), Speed: 1e9, Need: func(int) (int64, error) { return 1 << 20, nil }})
	must(t, err)
	must(t, sub.Submit(t.Context(), s, &slurm))
	sub.Created = sub.Created.Add(-time.Hour) // by now a queue would list it
	text, err := json.Marshal(sub)
	must(t, err)
	must(t, os.WriteFile(filepath.Join(s.Dir, "jobs", "0001.json"), text, 0o600))

	cmd := Submit()
	var out, stderr bytes.Buffer
	cmd.SetOut(&out)
	cmd.SetErr(&stderr)
	q := submission{wait: true, every: time.Millisecond}
	err = q.waitForTasks(t.Context(), cmd, s, &slurm)
	if err == nil || !strings.Contains(err.Error(), "12 fits missing: sfatui jobs "+s.Dir+" lists the causes, sfatui submit "+s.Dir+" submits again") {
		t.Errorf("it says %v", err)
	}
	out.Reset()
	printJobs(&out, s, jobs.Status(t.Context(), s, s.State(), &slurm, time.Now()))
	if said := out.String(); strings.Count(said, "not begun, not in the queue") != 2 || !strings.Contains(said, "12 fits missing: sfatui submit "+s.Dir) {
		t.Errorf("jobs says\n%s", said)
	}
}
