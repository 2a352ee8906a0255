package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"
)

// fileJob is a job of n samples that are to stay in their file: windows of speech one every
// sixteenth of a millisecond, m supports at random.
func fileJob(n, m int) *job {
	return &job{
		Name: "file", Train: n, Test: trainingTest, Sigma: []float64{5}, M: []int{m}, Lambda: []float64{0}, P: 256,
		Select: "random", Memory: 1 << 30, hop: 1,
	}
}

// The passes over the samples, at the least: the file is read when it is opened, and two
// passes compute kernel values, for moments and for outputs.
const (
	evaluations = 2
	filePasses  = 1 + evaluations
)

// operations are the least that the job takes, in multiply-adds counted as two: squared
// distances to the supports in each pass, C and Ċ from the same rows (17 for 16
// samples, a triangle each), and the outputs. Exponentials and the solve are left out.
func (j *job) operations(d int) float64 {
	n, m, p := float64(j.Train), float64(j.M[0]), float64(j.P)
	return evaluations*2*n*m*float64(d) + 17./16*n*m*m + 2*n*m*p
}

// fileTable prints how long a sweep of one point takes whose samples do not fit into the
// memory that it may use, beside the sum of what reading and computing take at least.
func (b *bench) fileTable(ctx context.Context) error {
	words := newSpeech()
	b.versions()
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

// fileLine runs the job once.
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
		b.spent(s)
		b.bound(s, nil)
	}
	return nil
}

// readOnce is how large a file is and how many seconds it takes to read it.
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
