// Package stringkernel compares strings of symbols by the words that they have in common.
//
// A feature map counts every word of N symbols: the gap-weighted subsequence kernel all
// words that occur with gaps, each weighted by its span (Lodhi et al. 2002; Hammer 2014,
// section 7.3), the spectrum kernel the words that occur without (Leslie et al. 2002). The
// kernel is the inner product of the counts. It is computed without the counts, in
// O(N·|s|·|t|) by the recursion of Lodhi et al. and in O(N·(|s| + |t|)) by hashing.
//
// Every value is symmetric in its two strings to the bit. A [Workspace] holds the storage
// of one goroutine.
package stringkernel
