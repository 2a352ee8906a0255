package main

import (
	"fmt"

	"example.com/sfatui/engine/linalg/roofline"
	"example.com/sfatui/engine/linalg/simd"
)

// limitsTable prints the limits of the machine on each path of the kernels, and the share of
// them that the engine reaches on the current path.
func limitsTable(b *bench) error {
	b.printVersions()
	caches := simd.MachineCaches()
	_, columns := simd.BlockSize()
	fmt.Fprintf(b.out, "caches of %d KB, %d KB and %d KB: blocks of %d columns\n\n", caches.L1>>10, caches.L2>>10, caches.L3>>10, columns)
	fmt.Fprintf(b.out, "%-9s %16s %16s %14s\n", "path", "one processor", "all", "memory")
	var running roofline.Limits
	for _, path := range simd.Paths() {
		l := roofline.Measure(path)
		if path == simd.Path() {
			running = l
		}
		fmt.Fprintf(b.out, "%-9s %9.1f GFLOP/s %9.1f GFLOP/s %9.1f GB/s\n", path, l.One/1e9, l.All/1e9, l.Bandwidth/1e9)
	}
	fmt.Fprintf(b.out, "\n%-20s %16s %9s\n", simd.Path(), "", "of limit")
	for _, r := range roofline.Shares(running) {
		fmt.Fprintf(b.out, "%-20s %8.1f GFLOP/s %7.0f %%\n", r.What, r.Rate/1e9, 100*r.Share)
	}
	return nil
}
