package main

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"example.com/sfatui/datasets/npy"
)

// recordTable prints the time of a job through `sfatui run`, which reads an NPZ file and scores
// and records every point, beside that of the same sweep in this program, which reads an NPY
// file and records nothing.
func recordTable(ctx context.Context, b *bench, todo []*job) error {
	program := filepath.Join(b.folder, "sfatui")
	if err := b.run(ctx, exec.Command("go", "build", "-o", program, "example.com/sfatui/cmd/sfatui")); err != nil {
		return err
	}
	words := newSpeech()
	b.printVersions()
	fmt.Fprintf(b.out, "medians of %d in turn; wall and processor time through sfatui run beside that of the job alone\n\n", b.runs)
	fmt.Fprintf(b.out, "%-6s %9s %10s %7s %10s %10s %7s\n", "job", "alone", "sfatui run", "ratio", "processors", "sfatui run", "ratio")
	for _, j := range todo {
		if err := b.recordLine(ctx, j, words, program); err != nil {
			return fmt.Errorf("job %s: %w", j.Name, err)
		}
	}
	return nil
}

// recordLine runs one job both ways and prints its line.
func (b *bench) recordLine(ctx context.Context, j *job, words [][]float64, program string) error {
	folder := filepath.Join(b.folder, j.Name)
	if err := os.Mkdir(folder, 0o700); err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	if err := j.write(folder, words); err != nil {
		return err
	}
	if err := j.writeNPZ(folder); err != nil {
		return err
	}
	alone, recorded := newSide("ours"), newSide("sfatui")
	for run := range b.runs {
		if err := b.ours(ctx, j, folder, alone, run); err != nil {
			return err
		}
		if err := b.runRecorded(ctx, j, folder, program, recorded); err != nil {
			return err
		}
	}
	wall, cpu := median(alone.seconds), median(alone.cpu)
	fmt.Fprintf(b.out, "%-6s %9s %10s %6.3g× %10s %10s %6.3g×\n", j.Name,
		seconds(wall), seconds(median(recorded.seconds)), median(recorded.seconds)/wall,
		seconds(cpu), seconds(median(recorded.cpu)), median(recorded.cpu)/cpu)
	return nil
}

// runRecorded runs the job through `sfatui run` once, and checks that all its points are
// recorded.
func (b *bench) runRecorded(ctx context.Context, j *job, folder, program string, s *side) error {
	if err := b.touchMemoryFirst(ctx, j.touchBytes()); err != nil {
		return err
	}
	// The folder stays until the job's last run: after files were removed, some file systems
	// allocate new ones more slowly for a minute.
	home, err := os.MkdirTemp(folder, "home")
	if err != nil {
		return err
	}
	session := filepath.Join(home, "job.sfa")
	args := []string{"run", filepath.Join(folder, "x.npz"), "--segment", "segment", "--split-column", "split", "--validation", "0", "--out", session}
	for axis, text := range j.spec().Texts() {
		if text != "" {
			args = append(args, "--"+axis.Name, text)
		}
	}
	cmd := exec.Command(program, args...)
	cmd.Env = append(os.Environ(), "HOME="+home, "XDG_STATE_HOME="+home, "XDG_CONFIG_HOME="+home, "XDG_CACHE_HOME="+home)
	start := time.Now()
	if err := b.run(ctx, cmd); err != nil {
		return err
	}
	s.seconds = append(s.seconds, time.Since(start).Seconds())
	s.cpu = append(s.cpu, (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds())
	var listed bytes.Buffer
	export := exec.Command(program, "export", session, "--format", "csv", "-o", "-")
	export.Env, export.Stdout = cmd.Env, &listed
	if err := b.run(ctx, export); err != nil {
		return err
	}
	if n := strings.Count(listed.String(), "\n") - 1; n != j.points() {
		return fmt.Errorf("%d of %d points are in the record", n, j.points())
	}
	return nil
}

// writeNPZ writes the samples of x.npy and the job's segments into one file for `sfatui run`:
// samples, the segment number of each, and its part.
func (j *job) writeNPZ(folder string) error {
	f, err := os.Create(filepath.Join(folder, "x.npz"))
	if err != nil {
		return err
	}
	defer f.Close()
	z := zip.NewWriter(f)
	samples, err := os.Open(filepath.Join(folder, "x.npy"))
	if err != nil {
		return err
	}
	defer samples.Close()
	n := j.Train + j.Test
	segments, split := npy.Append(nil, "<i4", n), npy.Append(nil, "|S5", n)
	for i, l := range j.Lengths {
		side := "train"
		if i >= len(j.Lengths)-j.Held {
			side = "test\x00"
		}
		for range l {
			segments = binary.LittleEndian.AppendUint32(segments, uint32(i))
			split = append(split, side...)
		}
	}
	for _, array := range []struct {
		name string
		from io.Reader
	}{{"X", samples}, {"segment", bytes.NewReader(segments)}, {"split", bytes.NewReader(split)}} {
		w, err := z.CreateHeader(&zip.FileHeader{Name: array.name + ".npy", Method: zip.Store})
		if err != nil {
			return err
		}
		if _, err := io.Copy(w, array.from); err != nil {
			return err
		}
	}
	if err := z.Close(); err != nil {
		return err
	}
	return f.Close()
}
