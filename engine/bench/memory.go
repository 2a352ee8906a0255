package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
)

// leastSeconds and leastBytes are the least time and memory from which an exponent is
// meaningful.
const (
	leastSeconds = 1e-3
	leastBytes   = 16 << 20
)

// runStep runs a step in its own process.
func (b *bench) runStep(ctx context.Context, name string, s size) (stepTaken, error) {
	text, err := json.Marshal(stepRequest{name, s})
	if err != nil {
		return stepTaken{}, err
	}
	cmd := b.self("step", string(text))
	var out bytes.Buffer
	cmd.Stdout = &out
	if err := b.run(ctx, cmd); err != nil {
		return stepTaken{}, err
	}
	var taken stepTaken
	err = json.Unmarshal(out.Bytes(), &taken)
	return taken, err
}

// memoryTable prints the time and memory of a fit at increasing numbers of samples, and whether
// the moments' memory grows with them, which it must not.
func memoryTable(ctx context.Context, b *bench) error {
	m := max(20, int(500*b.scale))
	fmt.Fprintf(b.out, "n samples of %d inputs, m = %d: time, and memory beside the samples\n\n", inputs, m)
	fmt.Fprintf(b.out, "%9s %9s   %-18s %-18s %s\n", "n", "samples", "selection", "moments", "whole sweep, with the samples")
	var first, last stepTaken
	for _, n := range []int{10_000, 100_000, 1_000_000} {
		s := size{N: max(4*m, int(float64(n)*b.scale)), M: m}
		line := fmt.Sprintf("%9d %9s", s.N, bytesText(float64(8*s.N*inputs)))
		for _, name := range []string{"mp-mah", "moments", "sweep"} {
			taken, err := b.runStep(ctx, name, s)
			if err != nil {
				return err
			}
			held := taken.Grown
			if name == "sweep" {
				held = taken.Peak
			}
			line += fmt.Sprintf("   %7s %8s", seconds(taken.Seconds), bytesText(float64(held)))
			if name == "moments" {
				last = taken
				if first.Peak == 0 {
					first = taken
				}
			}
		}
		fmt.Fprintln(b.out, line)
	}
	switch {
	case last.Peak == 0:
		fmt.Fprintln(b.out, "\nthis system does not report the memory of a process")
	case last.Grown-first.Grown <= leastBytes:
		fmt.Fprintln(b.out, "\nthe moments' memory does not grow with n")
	default:
		fmt.Fprintf(b.out, "\nthe moments' memory GROWS with n: from %s to %s\n", bytesText(float64(first.Grown)), bytesText(float64(last.Grown)))
	}
	return nil
}
