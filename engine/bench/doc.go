// Command bench measures the engine beside a numpy program and beside the
// papers.
//
//	go run ./engine/bench                  # the four jobs, ours and numpy's in turn
//	go run ./engine/bench -jobs small,a -scale 0.1 -phases
//	go run ./engine/bench -table memory    # what grows with n, and what does not
//	go run ./engine/bench -table file      # 10⁶ samples from a file of 4 GB within 1 GiB, beside the bound
//	go run ./engine/bench -table eigen     # the lowest eigenpairs, beside scipy
//	go run ./engine/bench -table limits    # what the processor can do, and the share that is reached
//	go run ./engine/bench -table methods   # exponents, beside those of the papers
//	go run ./engine/bench -table parts     # alignments, codes, processes, machines, beside Python's
//	go run ./engine/bench -table read      # a million rows, beside Python's readers
//	go run ./engine/bench -table choosing  # the regret of ★ on real data, beside the rule of before
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
// Nothing here is kept: figures are printed. Only ratios within one run mean
// something, and only on a machine that has nothing else to do.
package main
