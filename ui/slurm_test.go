package ui

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/jobs"
	"example.com/sfatui/ui/uitest"
)

// Two keys show which Slurm tasks failed, and the log of one of them.
func TestWhichSlurmTasksFailed(t *testing.T) {
	bin := t.TempDir()
	for name, script := range map[string]string{
		"sbatch": "echo 42", "sinfo": `echo "debug*|2|0/2/0/2|infinite"`, "scontrol": `echo "MaxArraySize = 1001"`, "squeue": `cat "` + bin + `/queue" 2>/dev/null; exit 0`,
	} {
		if err := os.WriteFile(filepath.Join(bin, name), []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", bin+":/usr/bin:/bin")
	dir := sweptDir(t)
	gone, err := filepath.Glob(dir + "/points/*")
	if err != nil || len(gone) < 4 {
		t.Fatal(gone, err)
	}
	for _, name := range gone[:len(gone)/2] {
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
	}
	s, err := sessions.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	o, err := jobs.Options{Tasks: 2}.Complete(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	var slurm jobs.Slurm
	sub, err := jobs.Prepare(t.Context(), s, &slurm, o)
	if err == nil {
		err = sub.Submit(t.Context(), s, &slurm)
	}
	if err != nil {
		t.Fatal(err)
	}
	queue := ""
	for i, state := range []string{"FAILED", "RUNNING"} {
		queue += fmt.Sprintf("42|%d|%s|None|n%d|1:00|%s|N/A\n", i+1, state, i+1, sub.JobName(s.Header.UUID))
	}
	if err := os.WriteFile(bin+"/queue", []byte(queue), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, sub.Log(1)), []byte("task 1 of 2 on n1: x\nsfatui: no space left on device\n"), 0o644); err != nil {
		t.Fatal(err)
	}

	m, _ := openedFake(t, dir)
	press := func(key tea.KeyMsg) string {
		_, cmd := m.Update(key)
		runUntimed(m, cmd)
		uitest.CheckScreen(t, m.View(), m.scene.W, m.scene.H)
		return m.View()
	}
	if text := press(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("8")}); !strings.Contains(text, "✗ failed: no space left on device") || !strings.Contains(text, "● runs") || !strings.Contains(text, "✗1") || !strings.Contains(text, "◷ 1 run 0 queued ✗1") {
		t.Errorf("8 shows\n%s", text)
	}
	if text := press(tea.KeyMsg{Type: tea.KeyEnter}); !strings.Contains(text, "log of task 1") || !strings.Contains(text, "sfatui: no space left on device") {
		t.Errorf("enter shows\n%s", text)
	}
	m.scene.Now = m.scene.Now.Add(time.Hour)
	if text := press(tea.KeyMsg{Type: tea.KeyEsc}); !strings.Contains(text, "slowness") {
		t.Errorf("esc shows\n%s", text)
	}
}
