// Package ica rotates decorrelated features into independent ones: slow features
// of a non-linear mixture span the sources, and independent component analysis
// finds the rotation that separates them (Ma et al. 2011, section 4.3;
// Blaschke, Zito and Wiskott 2007).
//
// It implements FastICA (Hyvärinen 1999; Hyvärinen and Oja 2000) on all components
// at once, with the non-linearity tanh. Its contrast of a component y of unit
// variance is (⟨log cosh y⟩ − E[log cosh ν])², ν standard normal: an
// approximation of the negentropy up to a factor, 0 for a Gaussian, in which
// outliers have little weight.
package ica
