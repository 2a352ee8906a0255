// Package graph holds training graphs: which samples a feature should give
// similar values to, and how much each sample counts. (Escalante-B. and
// Wiskott 2013, JMLR 14, section 3.)
//
// A graph has a weight v for each of its n samples and a symmetric weight γ for
// each pair of them. With Q = Σ v, R = Σ γ over ordered pairs, self-loops among
// them, and h̄ = 1/Q Σ v h, its moments are
//
//	C = 1/Q Σ_n v_n (h_n − h̄)(h_n − h̄)ᵀ
//	Ċ = 1/R Σ_(n,n') γ_nn' (h_n' − h_n)(h_n' − h_n)ᵀ = 2/R Hᵀ L H
//
// where L = diag(Σ_n' γ_nn') − Γ is its Laplacian. So a graph is known by what L
// does to h, and most graphs of the papers do that in time O(n·m) although they
// have O(n²) edges: see [Graph]. The same graph can list its edges one by one,
// and tests hold the two against each other.
//
// A graph is consistent when v_n/Q = Σ_n' γ_nn'/R for all n (restriction 34
// there). Then it is a Markov chain that standard SFA could have been trained
// on, and no sample hangs so loosely that a feature may spend its variance on
// it alone. Δ lies between 0 and 4.
//
// To add a graph: make a [Graph] of [Samples] in a file of its own, and register it in table.go,
//
//	Kinds.Register(part.Part[Kind]{Name: "mine", Build: Kind{Labels: true, New: newMine}})
//
// with what it needs of the data, and the parameters that it has. Flags, editor, keys,
// help and refusals come from that.
//
// To add a weighting: say what number each sample has, as v or as p of γ, and register it,
//
//	Weightings.Register(part.Part[Weighting]{Name: "mine", Build: Weighting{Samples: &Column{Of: mine, Missing: "what to do"}}})
package graph
