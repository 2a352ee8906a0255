package main

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/record"
)

// BenchmarkThousandTasks measures commands that read a sweep of 1,000 tasks:
// its list, first and again, the first screen of a follower, and following to
// the end.
func BenchmarkThousandTasks(b *testing.B) {
	path, dir := builtBinary(b), thousandTasks(b)
	run := func(b *testing.B, cache string, args ...string) time.Duration {
		cmd := exec.Command(path, append(args, dir)...)
		cmd.Env = append(os.Environ(), "XDG_STATE_HOME="+b.TempDir(), "XDG_CACHE_HOME="+cache)
		if out, err := cmd.CombinedOutput(); err != nil || !bytes.Contains(out, []byte("1,000")) && !bytes.Contains(out, []byte("1000 of 1000")) {
			b.Fatalf("%v: %s", err, out)
		}
		return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	}
	timed := func(b *testing.B, cache func() string, args ...string) {
		cpu := time.Duration(0)
		for b.Loop() {
			cpu += run(b, cache(), args...)
		}
		b.ReportMetric(cpu.Seconds()/float64(b.N), "cpu-s/op")
	}
	b.Run("ls", func(b *testing.B) { timed(b, b.TempDir, "ls") })
	b.Run("ls again", func(b *testing.B) {
		cache := b.TempDir()
		run(b, cache, "ls")
		timed(b, func() string { return cache }, "ls")
	})
	b.Run("first screen of follow", func(b *testing.B) {
		for b.Loop() {
			s := onScreen(b, path, 80, 24, "follow", dir)
			s.until(func(shown string) bool { return strings.Contains(shown, "1,000") })
			s.end()
		}
	})
	b.Run("follow --batch", func(b *testing.B) { timed(b, b.TempDir, "follow", "--batch") })
}

// thousandTasks returns a session of 1,000 points, each by a different task:
// one process computes it, and its journal is divided.
func thousandTasks(b *testing.B) string {
	folder := b.TempDir()
	dir := filepath.Join(folder, "many.sfa")
	noError(b, os.WriteFile(folder+"/table.csv", []byte(manySamples()), 0o600))
	cmd := exec.Command(builtBinary(b), append(append([]string{"run", folder + "/table.csv"}, manyPoints...), "--workers", "1", "--out", dir)...)
	if out, err := cmd.CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	s, err := sessions.Open(dir)
	noError(b, err)
	begun := slices.DeleteFunc(s.Records(), func(r record.Record) bool { return r.Kind != record.KindOpened })[0]
	opened, _ := record.DataOf[map[string]any](begun)
	noError(b, os.Remove(filepath.Join(dir, "journal", begun.Writer+".jsonl")))
	task := 0
	var stages []record.Record
	for _, r := range s.Records() {
		switch r.Kind {
		case string(sweep.StageDone):
			stages = append(stages, r)
		case string(sweep.PointDone):
			task++
			mine := maps.Clone(opened)
			mine["task"] = record.Task{I: task, N: 1000}
			all := []record.Record{
				record.New(r.T, record.KindOpened, mine, nil), record.New(r.T, record.KindCommand+"task", struct{}{}, nil),
				record.New(r.T, string(sweep.Started), record.Event{Total: 1}, nil),
			}
			for range 20 { // as many as a task with one point and eight inner splits records
				all = append(all, stages[len(stages)-1])
			}
			all = append(all, r, record.New(r.T, string(sweep.Ended), record.Event{Reason: "done"}, nil), record.New(r.T, record.KindClosed, struct{}{}, nil))
			var journal []byte
			writer := fmt.Sprintf("20261123T120000.000Z-%08x", task)
			for i := range all {
				all[i].N, all[i].T, all[i].Writer = uint64(i+1), r.T, writer
				line, err := record.Encode(all[i])
				noError(b, err)
				journal = append(journal, line...)
			}
			noError(b, os.WriteFile(filepath.Join(dir, "journal", writer+".jsonl"), journal, 0o600))
		}
	}
	s, err = sessions.Open(dir)
	noError(b, err)
	if task != 1000 || len(s.Damage()) > 0 || len(s.State().Tasks()) != 1000 {
		b.Fatalf("%d tasks, damage %v", task, s.Damage())
	}
	return dir
}
