package main

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.com/sfatui/datasets/storage"
	"example.com/sfatui/engine/sweep"
	"gonum.org/v1/gonum/mat"
)

// options holds the flags of the command line.
type options struct {
	jobs, kinds, table, python, profile, data, sets string
	runs, repeats                                   int
	scale                                           float64
	phases                                          bool
}

// peerScript is the program that the engine is compared with.
//
//go:embed numpy_jobs.py
var peerScript []byte

// bench is one run of the benchmark.
type bench struct {
	options
	out    io.Writer
	folder string // temporary folder of all files
	binary string // this program
	script string // the peer's program, in the folder
	numpy  *peerVersions
	peak   float64 // see peakRate
	busy   bool    // whether other processes load the machine, so that serial times mean nothing
}

// peerVersions holds the versions that the peer runs on.
type peerVersions struct {
	Python string  `json:"python"`
	Numpy  string  `json:"numpy"`
	Scipy  string  `json:"scipy"`
	Speed  float64 `json:"speed"` // of a matrix product, operations per second
	core   string  // processor core that OpenBLAS targets; "" for another library
}

// prepare finds this program and a Python that runs the peer's.
func (b *bench) prepare(ctx context.Context) error {
	var err error
	if b.binary, err = os.Executable(); err != nil {
		return err
	}
	b.script = filepath.Join(b.folder, "numpy_jobs.py")
	if err := os.WriteFile(b.script, peerScript, 0o600); err != nil {
		return err
	}
	candidates := []string{"python3", "/usr/bin/python3"}
	if b.python != "" {
		candidates = []string{b.python}
	}
	var failures []error
	for _, b.python = range candidates {
		if b.numpy, err = b.numpyVersions(ctx); err == nil {
			return nil
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		failures = append(failures, err)
	}
	fmt.Fprintf(b.out, "numpy and scipy are missing: only sfatui is measured (%v)\n", errors.Join(failures...))
	return nil
}

var openBLASCore = regexp.MustCompile(`(?m)^Core: (\S+)$`)

// numpyVersions runs the peer's program to obtain its versions.
func (b *bench) numpyVersions(ctx context.Context) (*peerVersions, error) {
	n := max(100, int(1500*b.scale))
	cmd := b.peerCommand("versions", strconv.Itoa(n))
	cmd.Env = append(cmd.Env, "OPENBLAS_VERBOSE=2")
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := b.run(ctx, cmd); err != nil {
		return nil, err
	}
	v := &peerVersions{}
	if err := json.Unmarshal(stdout.Bytes(), v); err != nil {
		return nil, fmt.Errorf("%s: %w", b.python, err)
	}
	if m := openBLASCore.FindSubmatch(stderr.Bytes()); m != nil {
		v.core = string(m[1])
	}
	return v, nil
}

// self returns the command that runs this program with other arguments.
func (b *bench) self(args ...string) *exec.Cmd {
	return exec.Command(b.binary, args...)
}

// peerCommand returns the command that runs the peer's program on all processors, without the
// shell's settings of OpenBLAS, which may halve its speed.
func (b *bench) peerCommand(args ...string) *exec.Cmd {
	cmd := exec.Command(b.python, append([]string{b.script}, args...)...)
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "OPENBLAS_") && !strings.HasPrefix(v, "OMP_") {
			cmd.Env = append(cmd.Env, v)
		}
	}
	cmd.Env = append(cmd.Env, fmt.Sprint("OPENBLAS_NUM_THREADS=", runtime.NumCPU()))
	return cmd
}

// run runs a command to its end, or kills it when ctx ends. Its output to stderr is part of the
// error.
func (b *bench) run(ctx context.Context, cmd *exec.Cmd) error {
	bound := exec.CommandContext(ctx, cmd.Path, cmd.Args[1:]...)
	bound.Err, bound.Env, bound.Stdout, bound.Stderr = cmd.Err, cmd.Env, cmd.Stdout, cmd.Stderr
	var said bytes.Buffer
	if bound.Stderr == nil {
		bound.Stderr = &said
	}
	err := bound.Run()
	cmd.ProcessState = bound.ProcessState
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return fmt.Errorf("%s: %w\n%s", strings.Join(cmd.Args, " "), err, bytes.TrimSpace(said.Bytes()))
	}
	return nil
}

// side is one program and its measurements.
type side struct {
	name    string
	seconds []float64
	cpu     []float64 // processor seconds
	peaks   []float64 // bytes
	outcome *outcome  // of the last run
}

func newSide(name string) *side { return &side{name: name} }

// maxTouchBytes bounds the memory that is touched before a program is timed. It exceeds the
// memory of a job of 10⁶ samples, including the cached pages of its file.
const maxTouchBytes = 6 << 30

// touchBytes returns the memory to touch before a program of the job: somewhat more than any of
// them uses, including the samples and all kernel values. With much more, the host is still
// busy when the program runs: after 6 GiB sweep a took 9 % longer than without, after 1 GiB no
// longer.
func (j *job) touchBytes() int64 {
	n, functions := int64(j.Train+j.Test), speechEmbedding.d
	if j.All {
		functions += j.Train
	} else {
		functions += slices.Max(j.M)
	}
	return 1<<30 + 8*n*int64(functions)
}

// touchMemory allocates and touches memory, which is freed when the process ends. A virtual
// machine may need seconds per gigabyte to obtain unused memory from its host; memory touched
// just before costs each program the same. Both sides allocate matrices in huge pages, so huge
// pages are touched too.
func touchMemory(bytes int64) {
	n := min(bytes, maxTouchBytes, sweep.AvailableMemory()/2)
	step := os.Getpagesize() / 8
	for i, page := 0, storage.Make(int(n/8)); i < len(page); i += step {
		page[i] = 1
	}
}

// touchMemoryFirst touches memory in a separate process. It does nothing for scaled jobs, which
// use too little memory.
func (b *bench) touchMemoryFirst(ctx context.Context, bytes int64) error {
	if b.scale < 1 {
		return nil
	}
	return b.run(ctx, b.self("touch", fmt.Sprint(bytes)))
}

// runTimed runs a command of a job and adds its times and outcome to s.
func (b *bench) runTimed(ctx context.Context, j *job, cmd *exec.Cmd, folder string, s *side) error {
	if err := b.touchMemoryFirst(ctx, j.touchBytes()); err != nil {
		return err
	}
	start := time.Now()
	if err := b.run(ctx, cmd); err != nil {
		return err
	}
	s.seconds = append(s.seconds, time.Since(start).Seconds())
	s.cpu = append(s.cpu, (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds())
	s.outcome = &outcome{}
	if err := readJSON(filepath.Join(folder, s.name+".json"), s.outcome); err != nil {
		return err
	}
	s.peaks = append(s.peaks, float64(s.outcome.Peak))
	return nil
}

// ours runs our side of a job once.
func (b *bench) ours(ctx context.Context, j *job, folder string, s *side, run int) error {
	args := []string{"compute", folder}
	if b.profile != "" && run == 0 {
		if err := os.MkdirAll(b.profile, 0o755); err != nil {
			return err
		}
		args = append([]string{"-profile", b.profileOf(j)}, args...)
	}
	return b.runTimed(ctx, j, b.self(args...), folder, s)
}

// profileOf returns the name of the profile of our side of a job.
func (b *bench) profileOf(j *job) string { return filepath.Join(b.profile, j.Name+".pprof") }

// peer runs the peer's side once.
func (b *bench) peer(ctx context.Context, j *job, folder string, s *side) error {
	return b.runTimed(ctx, j, b.peerCommand(folder, s.name), folder, s)
}

// compare reads the features that both sides wrote and returns their agreement.
func (b *bench) compare(j *job, folder string, ours, theirs *side) (agreement, error) {
	var features [][2]*mat.Dense
	for _, index := range j.Compared {
		mine, err := readNPY(featuresOf(folder, "ours", index))
		if err != nil {
			return agreement{}, err
		}
		other, err := readNPY(featuresOf(folder, theirs.name, index))
		if err != nil {
			return agreement{}, err
		}
		features = append(features, [2]*mat.Dense{mine, other})
	}
	return agree(j, ours.outcome, theirs.outcome, features)
}
