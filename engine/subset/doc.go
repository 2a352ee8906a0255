// Package subset chooses the samples on which a sparse kernel expansion is
// built (Böhmer et al. 2012, section 4). Picks come in order, and the picks for
// m are a prefix of those for any larger m.
package subset
