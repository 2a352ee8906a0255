// Command bench measures the engine beside a numpy program and beside the
// papers.
//
//	go run ./engine/bench                  # the four jobs, ours and numpy's in turn
//	go run ./engine/bench -jobs small,a -scale 0.1 -phases # and the least time that products take
//	go run ./engine/bench -table memory    # what grows with n, and what does not
//	go run ./engine/bench -table file      # 10⁶ samples from a file of 4 GB within 1 GiB, beside the bound
//	go run ./engine/bench -table workers   # with more workers than processors: time and memory
//	go run ./engine/bench -table record    # the jobs through sfatui run, with NPZ read and points recorded
//	go run ./engine/bench -table eigen     # the lowest eigenpairs, beside scipy
//	go run ./engine/bench -table limits    # what the processor can do, and the share that is reached
//	go run ./engine/bench -table methods   # exponents, beside those of the papers
//	go run ./engine/bench -table parts     # alignments, codes, processes, machines, beside Python's
//	go run ./engine/bench -table read      # a million rows, beside Python's readers
//	go run ./engine/bench -table choosing  # regrets of ★ and of searches; what is said of ★ on simulated data; false alarms of detectors
//
// A job is a whole process, from its start to its end, reading the data
// included: this program again, which hands the data to a sweep as the workbench
// does, and numpy_jobs.py, the same job as a competent user writes it in numpy
// and scipy. Both read the same file, take turns, and give the same measures of
// the same features, which are compared. Times are medians. Before each run at scale 1 as much
// memory is touched and given back as any program takes, so that none of them pays
// for what a virtual machine has to ask its host for.
//
// A sweep can be written in numpy in several ways: refit fits every point from
// scratch, as a loop over estimators does; picked keeps the supports of each
// width; shared works out selection, moments and whitening once for all points
// that they serve, by hand.
//
// With -phases, each phase is also held against its products: the multiply-adds that they
// take, as the kernels count them, the time of these at the peak of the processor, and the
// highest ratio to numpy's time that this leaves. On a quiet machine, the serial time of each
// phase is named beside that of the whole run, and the phases above 2 %. With n samples of d inputs, m supports and
// p features, and s functions that each sample is solved for (64 or more, see
// Partial in engine/space), a point of many samples takes
//
//	moments   n·m·d distances + n·s·(m − s/2) + 17/32·n·m² for C and Ċ together
//	features  n·m·d distances once more + n·m·p
//
// which for large is 4.8·10¹¹ and, with what solving takes, 2.1·10¹¹. What the choice of
// supports takes depends on the data: d + j for each sample whose row is brought from j picks
// to the next, 0.8·10¹¹ for large. Exponentials, what waits for memory and what is serial
// are not in the bound.
//
// With -profile, the first of our runs is profiled, and what of it was spent in inner kernels
// is printed by what these do (with go tool pprof): the time that they take with nothing
// beside them is a bound too, of programs that have these kernels.
//
// More workers than processors, as GOMAXPROCS says, cost no waiting: no worker spins for
// longer than a sleeper takes to wake. What they cost is memory, and the time to touch it
// first. A job of its own has a tile and a block of samples more for each worker, so that
// large at a quarter of its scale took 1.3 times the memory with 64 workers on two
// processors, and no more of their time. A sweep has as many of its widths in hand at once
// as there are workers, widths and memory for them: its eight widths took 3 to 3.5 times
// the memory of two with 8 workers as with 64, and 1.3 (a) to 1.6 times (b) the processors'
// time.
//
// Nothing here is kept: figures are printed. Only ratios within one run mean
// something, and only on a machine that has nothing else to do.
package main
