// Package graph holds training graphs, which determine the samples for which a feature
// should have similar values, and the weight of each sample. (Escalante-B. and Wiskott
// 2013, JMLR 14, section 3.)
//
// A graph has a weight v for each of its n samples and a symmetric weight γ for each
// pair of them. With Q = Σ v, R = Σ γ over ordered pairs including self-loops, and h̄ =
// 1/Q Σ v h, its moments are
//
//	C = 1/Q Σ_n v_n (h_n − h̄)(h_n − h̄)ᵀ
//	Ċ = 1/R Σ_(n,n') γ_nn' (h_n' − h_n)(h_n' − h_n)ᵀ = 2/R Hᵀ L H
//
// where L = diag(Σ_n' γ_nn') − Γ is its Laplacian. The product of L with h thus
// determines the graph, and most graphs of the papers compute it in time O(n·m)
// although they have O(n²) edges: see [Graph]. The same graph can list its edges one by
// one, and tests compare the two.
//
// A graph is consistent if v_n/Q = Σ_n' γ_nn'/R for all n (restriction 34 there). Then
// it is a Markov chain that standard SFA could have been trained on, and no sample is
// connected so weakly that a feature can spend its variance on it alone. Δ lies between
// 0 and 4.
//
// To add a graph: make a [Graph] of [Samples] in a file of its own, and register it in
// table.go,
//
//	Kinds.Register(part.Part[Kind]{Name: "mine", Build: Kind{Labels: true, New: newMine}})
//
// with the data that it needs and its parameters. Flags, editor, keys, help and
// refusals are derived from that.
//
// To add a weighting: define the number of each sample, as v or as p of γ, and register
// it,
//
//	Weightings.Register(part.Part[Weighting]{Name: "mine", Build: Weighting{Samples: &Column{Of: mine, Missing: "what to do"}}})
package graph
