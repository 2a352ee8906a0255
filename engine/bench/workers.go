package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
)

// workerCounts returns the numbers of workers in the table of workers: the number of processors
// first, then 1, 8 and 64.
func workerCounts() []int {
	counts := []int{runtime.NumCPU(), 1, 8, 64}
	slices.Sort(counts[1:])
	return append(counts[:1], slices.DeleteFunc(counts[1:], func(n int) bool { return n == counts[0] })...)
}

// workersTable prints the time and memory of a job with fewer and more workers than processors,
// relative to as many. Workers without a processor must not spin; the processor time reveals
// whether they do.
func workersTable(ctx context.Context, b *bench, todo []*job) error {
	words := newSpeech()
	b.printVersions()
	fmt.Fprintf(b.out, "medians of %d in turn; beside as many workers as processors\n\n", b.runs)
	fmt.Fprintf(b.out, "%-6s %8s %9s %7s %10s %7s %9s %7s\n", "job", "workers", "wall", "", "processors", "", "memory", "")
	for _, j := range todo {
		folder := filepath.Join(b.folder, j.Name)
		if err := os.Mkdir(folder, 0o700); err != nil {
			return err
		}
		err := j.write(folder, words)
		if err == nil {
			err = b.workersLines(ctx, j, folder)
		}
		os.RemoveAll(folder)
		if err != nil {
			return fmt.Errorf("job %s: %w", j.Name, err)
		}
	}
	return nil
}

// workersLines runs one job with each number of workers in turn and prints its lines.
func (b *bench) workersLines(ctx context.Context, j *job, folder string) error {
	counts := workerCounts()
	sides := make([]*side, len(counts))
	for i := range sides {
		sides[i] = newSide("ours")
	}
	for range b.runs {
		for i, n := range counts {
			cmd := b.self("compute", folder)
			cmd.Env = append(os.Environ(), fmt.Sprint("GOMAXPROCS=", n))
			if err := b.runTimed(ctx, j, cmd, folder, sides[i]); err != nil {
				return err
			}
		}
	}
	wall, cpu, peak := median(sides[0].seconds), median(sides[0].cpu), median(sides[0].peaks)
	for i, s := range sides {
		fmt.Fprintf(b.out, "%-6s %8d %9s %6.3g× %10s %6.3g× %9s %6.3g×\n", j.Name, counts[i],
			seconds(median(s.seconds)), median(s.seconds)/wall, seconds(median(s.cpu)), median(s.cpu)/cpu,
			bytesText(median(s.peaks)), median(s.peaks)/peak)
	}
	return nil
}
