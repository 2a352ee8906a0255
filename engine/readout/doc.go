// Package readout holds the supervised steps that make a class or a number of
// features: least squares (LDA), the batch perceptron, logistic regression and
// linear regression. (Böhmer et al. 2012, section 2.)
//
// Features come as an n×p matrix, one sample a row. A constant feature is
// added to every readout, so that it can have a bias. A classifier gives one
// discriminant a class; a sample's class is the argmax of its discriminants,
// and a segment's class the argmax of their sums over the segment's samples
// (section 5.4 there).
package readout
