package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"
)

// fileJob returns a job of n samples that stay in their file: windows of speech, one every
// sixteenth of a millisecond, with m random supports.
func fileJob(n, m int) *job {
	return &job{
		Name: "file", Train: n, Test: trainingTest, Sigma: []float64{5}, M: []int{m}, Lambda: []float64{0}, P: 256,
		Select: "random", Memory: 1 << 30, hop: 1,
	}
}

// The least number of passes over the samples: one when the file is opened, and two that
// compute kernel values, for moments and for features.
const (
	evaluations = 2
	filePasses  = 1 + evaluations
)

// operations returns the least operations of the job, two per multiply-add: squared distances
// to the supports in each pass, C and Ċ from the same rows (17 for 16 samples, a triangle
// each), and the features. It omits exponentials and the solve.
func (j *job) operations(d int) float64 {
	n, m, p := float64(j.Train), float64(j.M[0]), float64(j.P)
	return evaluations*2*n*m*float64(d) + 17./16*n*m*m + 2*n*m*p
}

// fileTable prints the time of a sweep of one point whose samples exceed its memory budget,
// beside the least time of reading plus computing.
func fileTable(ctx context.Context, b *bench) error {
	words := newSpeech()
	b.printVersions()
	fmt.Fprintf(b.out, "\n%9s %6s %9s %9s %9s %12s %9s %9s %9s %7s\n", "n", "m", "file", "budget", "peak", "operations", "reading", "computing", "wall", "ratio")
	for _, n := range []int{100_000, 1_000_000} {
		n = max(400, int(float64(n)*b.scale))
		j := fileJob(n, min(2000, n/4))
		if err := b.fileLine(ctx, j, words); err != nil {
			return err
		}
	}
	return nil
}

// fileLine runs the job once and prints its line.
func (b *bench) fileLine(ctx context.Context, j *job, words [][]float64) error {
	folder := filepath.Join(b.folder, j.Name)
	if err := os.Mkdir(folder, 0o700); err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	if err := j.write(folder, words); err != nil {
		return err
	}
	size, once, err := readOnce(filepath.Join(folder, "x.npy"))
	if err != nil {
		return err
	}
	s := newSide("ours")
	if err := b.ours(ctx, j, folder, s, 0); err != nil {
		return err
	}
	work := j.operations(speechEmbedding.d)
	reading, computing := filePasses*once, work/b.peakRate()
	fmt.Fprintf(b.out, "%9d %6d %9s %9s %9s %12.3g %9s %9s %9s %6.3g×\n", j.Train, j.M[0],
		bytesText(float64(size)), bytesText(float64(j.Memory)), bytesText(median(s.peaks)), work,
		seconds(reading), seconds(computing), seconds(median(s.seconds)), median(s.seconds)/(reading+computing))
	if b.phases {
		b.printPhases(s)
		b.printLeastTimes(s, nil)
	}
	return nil
}

// readOnce returns the size of a file and the seconds that reading it takes.
func readOnce(path string) (size int64, took float64, err error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, 0, err
	}
	defer f.Close()
	start := time.Now()
	size, err = io.CopyBuffer(struct{ io.Writer }{io.Discard}, struct{ io.Reader }{f}, make([]byte, 1<<20))
	return size, time.Since(start).Seconds(), err
}
