// Package machines holds the machines that readouts train on classes, numbers or normal
// operation, and the linear programs that one of them rests on.
//
// # Support vector machines
//
// It holds the support vector machine of two classes with soft margins (Cortes and
// Vapnik 1995):
//
//	min ½ Σ_ij β_i β_j k(x_i, x_j) − Σ y_i β_i   over Σ β_i = 0, 0 ≤ y_i β_i ≤ C,
//
// the dual of ½‖w‖² + C Σ ξ_i. [SolveSupport] moves two coefficients at a time, those that lower
// the objective most to second order (Fan, Chen and Lin 2005), and keeps the rows of the
// kernel that it used last. It takes any [Gram]: that of a kernel over samples ([Samples])
// or a computed matrix, such as that of aligned series ([Table]).
//
// Samples at a bound stay in the search (no "shrinking"): leaving them out would change solutions
// within the tolerance, and so the digits of recorded points. It would save libsvm nothing on
// a checkerboard of 5,000 samples at C = 1, and 1.1 of 1.8 s at C = 100 with a tenth of the
// classes turned, where a machine here takes 2.6 s.
//
// The number of support vectors grows with the number of samples, and the time faster still:
// use core vector machines for very many samples.
//
// # Core vector machines
//
// It holds the core vector machine, which learns classes, a number, or novelty from the
// smallest ball around the samples in a kernel's space (Tsang, Kwok and Cheung 2005; Hammer,
// Modern Data Analysis, 2014, section 6).
//
// Each of these is a problem
//
//	min αᵀK'α − Σ α_i (k'_ii + z_i²)   over α ≥ 0, Σα = 1,
//
// whose points lie in a ball of centre Σ α_i φ(x_i). [SolveCore] finds it on a core set: it
// begins with one sample, and adds the one farthest from the centre until none is farther
// than (1+ε) times the radius. The size of the core set does not depend on the number of
// samples, but on ε: 64/ε² at the worst, a few hundred in practice.
//
// The ball guarantees margins to ε·k' only. Where the margin ρ is smaller than that, the
// answer is chance: [CoreSolution.Resolution] is then above 1; use a smaller ε.
//
// # Support feature machines
//
// It holds support feature machines: of all weights that separate two classes
// they choose those of fewest inputs (Klement and Martinetz 2010; Hammer, Modern Data
// Analysis, 2014, section 4).
//
// They minimise Σ ln(ε + |w_j|), which favours few inputs, by linear approximations in turn:
// each is a linear program with a 1-norm ([LinearProgram]). The first finds the w of least
// 1-norm, and each further one the same for inputs scaled by the weights so far, until they
// settle. A weight that is zero stays zero, so that the number of inputs never grows.
//
// [Margin] requires y_i wᵀx_i ≥ 1 of every sample; [Centred] requires y_i wᵀx_i ≥ 0 and a
// distance of 1 between the means of the classes, and overfits few samples less. A bias that
// costs as much as weights makes the chosen inputs depend on the origin: in an experiment with
// two relevant inputs of thirty, all of mean 1, it chose these two alone in 0 of 20 draws, and
// a free bias ([FeatureOptions.Free]) in 19.
//
// # Linear programs
//
// It solves linear programs that minimise a 1-norm, for support feature machines and
// for the recovery of sparse codes (Hammer, Modern Data Analysis, 2014, sections 3
// and 4).
//
// A [LinearProgram] is solved through its dual by the primal simplex method with bounds on the
// variables (Dantzig 1955; Chvátal, Linear Programming, 1983, chapter 8). The dual needs no
// first phase, as its zero is feasible, and its tableau has a row for each unknown and a
// column for each condition: ten thousand samples of a hundred inputs take 8 MB. It takes a
// thousandth of the time of gonum's optimize/convex/lp on 60 conditions of 40 unknowns. A ratio
// test in two passes breaks ties (Harris 1973), and Bland's rule if many steps bring no gain.
// The weights at the end are solved for from the conditions that hold with equality, so that
// they are free of the rounding of the pivots.
package machines
