// Command bench compares the engine with a numpy program and with the papers.
//
//	go run ./engine/bench                  # the four jobs, ours and numpy's in turn
//	go run ./engine/bench -jobs small,a -scale 0.1 -phases # and the least time of products
//	go run ./engine/bench -table memory    # which steps' memory grows with n
//	go run ./engine/bench -table file      # 10⁶ samples from a file of 4 GB within 1 GiB, and the bound
//	go run ./engine/bench -table workers   # with more workers than processors: time and memory
//	go run ./engine/bench -table record    # the jobs through sfatui run, with NPZ read and points recorded
//	go run ./engine/bench -table eigen     # the lowest eigenpairs, and scipy's
//	go run ./engine/bench -table limits    # limits of the processor, and the share that is reached
//	go run ./engine/bench -table methods   # exponents, and those of the papers
//	go run ./engine/bench -table parts     # alignments, codes, processes, machines, and Python's
//	go run ./engine/bench -table read      # a million rows, and Python's readers
//	go run ./engine/bench -table choosing  # regrets of ★ and of searches; statements about ★ on simulated data; false alarms of detectors
//
// A job is a whole process, from start to end, including reading the data: this program run
// again, which passes the data to a sweep as the workbench does, and numpy_jobs.py, the same
// job as a competent user writes it in numpy and scipy. Both read the same file, run in turn,
// and compute the same measures of the same features, which are compared. Times are medians.
// Before each run at scale 1, as much memory is touched and freed as any program uses. Without
// this, some runs would include the time in which a virtual machine obtains memory from its
// host.
//
// A sweep can be written in numpy in several ways: refit fits every point from scratch, as a
// loop over estimators does; picked keeps the supports of each width; shared computes
// selection, moments and whitening once for all points that need them, by hand.
//
// With -phases, each phase is compared with the least time of its products: the number of
// multiply-adds counted by the kernels, divided by the peak rate of the processor. This bounds
// the ratio to numpy's time. On an idle machine the serial time of each phase is printed
// beside that of the whole run, and the phases above 2 %. With n samples of d inputs, m
// supports, p features, and s functions that each sample is solved for (64 or more, see
// Partial in engine/space), a point with many samples takes
//
//	moments   n·m·d distances + n·s·(m − s/2) + 17/32·n·m² for C and Ċ together
//	features  n·m·d distances once more + n·m·p
//
// which is 4.8·10¹¹ for large, plus 2.1·10¹¹ for the solve. The cost of choosing supports
// depends on the data: d + j for each sample whose row is extended from j supports by one,
// 0.8·10¹¹ for large. The bound excludes exponentials, waiting for memory, and serial work.
//
// With -profile, the first of our runs is profiled, and the share of each kind of inner kernel
// is printed (with go tool pprof). The time of the kernels alone is another bound, for programs
// that use these kernels.
//
// More workers than processors, as set by GOMAXPROCS, cause no waiting, because a worker stops
// spinning before the time that waking a sleeping one takes. They cost memory, and the time to
// touch it first. A single job needs one more tile and block of samples per worker: large at a
// quarter of its scale took 1.3 times the memory with 64 workers on two processors, and no more
// processor time. A sweep computes as many of its widths at once as there are workers, widths
// and memory for them: its eight widths took 3 to 3.5 times the memory of two with 8 workers as
// with 64, and 1.3 (a) to 1.6 times (b) the processor time.
//
// The program prints figures and stores none. Only ratios within one run are meaningful, and
// only on a machine that runs nothing else.
package main
