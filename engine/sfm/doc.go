// Package sfm holds support feature machines: of all weights that tell two classes apart
// they look for those of fewest inputs (Klement and Martinetz 2010; Hammer, Modern Data
// Analysis, 2014, section 4).
//
// Few inputs are wanted by minimising Σ ln(ε + |w_j|). Its linear approximation in turn
// is a linear program with a 1-norm (package lp): the first gives the w of least 1-norm,
// and each further one the same for inputs scaled by the weights so far, until nothing
// changes. A weight that is zero stays zero, so that the number of inputs never grows.
//
// [Margin] wants y_i wᵀx_i ≥ 1 of every sample; [Centred] wants y_i wᵀx_i ≥ 0 and a
// distance of 1 between the means of the classes, which few samples overfit less. A bias that
// costs what weights do makes the inputs that are found depend on the origin: of two inputs
// that decide among thirty it finds both alone in 0 of 20 draws where the inputs have mean 1,
// and a free one ([Options.Free]) in 19.
package sfm
