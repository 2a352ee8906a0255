// Package subset chooses the samples of a sparse kernel expansion (Böhmer et al. 2012,
// section 4). Picks come in order.
//
//   - [MPMAH], [MPKPCA], [Random] and [All] nest: the picks for m are a prefix of those for
//     any larger m.
//   - [OnlineMAH] takes a threshold, and [OnlineMAHTo] searches one for an m; picks for one
//     threshold are no prefix of another's.
//   - [Centres] returns supports that are means of samples (Ma et al. 2011, section 3.3),
//     and does not nest either.
//
// A kernel that is not positive semidefinite on the samples is an error, because it has
// no Hilbert space whose distances the methods could use.
//
// To add a selection: write its choice in a file of its own, and register it in
// table.go,
//
//	Kinds.Register(part.Part[Kind]{Name: "mine", Parameters: []part.Parameter{M}, Build: Kind{Samples: true, Choose: chooseMine}})
//
// A selection that lists [Sigma] depends on the kernel, and may have a width of its
// own.
package subset
