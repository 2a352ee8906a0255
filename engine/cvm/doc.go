// Package cvm holds the core vector machine: classes, a number, or what is new, from the
// smallest ball around the samples in a kernel's space (Tsang, Kwok and Cheung 2005; Hammer,
// Modern Data Analysis, 2014, section 6).
//
// Each of these is a problem
//
//	min αᵀK'α − Σ α_i (k'_ii + z_i²)   over α ≥ 0, Σα = 1,
//
// whose points lie in a ball of centre Σ α_i φ(x_i). [Solve] finds it on a core set: it
// begins with two samples, and adds the one farthest from the centre until none is farther
// than (1+ε) times the radius. How many are needed does not depend on the number of
// samples, but on ε: 64/ε² at the worst, a few hundred in practice.
//
// The ball guarantees margins to ε·k' only. Where the margin ρ is smaller than that, the
// answer is chance: [Solution.Resolution] above 1 says so, and a smaller ε mends it.
package cvm
