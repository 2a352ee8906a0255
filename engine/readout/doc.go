// Package readout holds the supervised steps that predict a class or a number from
// features. The linear ones are the linear discriminant (LDA), least squares on
// indicators of the classes, the batch perceptron, logistic regression (Böhmer et al.
// 2012, section 2) and linear and ridge regression. The non-linear ones are the nearest
// centroid and the Gaussian classifier, both for classes and for groups of a number,
// soft Gaussian regression (Escalante-B. and Wiskott 2013, sections 4.3 and 5.5),
// nearest neighbours, and Gaussian processes, which also predict their uncertainty
// ([Distribution]). The support feature machine and the lasso select few of their
// columns, features or inputs, and report them ([Selective]).
//
// Features are an n×p matrix, one sample a row. Linear readouts add a constant feature
// for the bias. The biases of least squares, linear and ridge regression, the lasso,
// logistic regression and support feature machines are not penalised; those of the
// perceptron are learned like its weights; those of the linear discriminant follow from
// means and shares of the classes; those of core vector machines are penalised like
// their weights. A [Classifier] returns one discriminant per class; a sample's class is
// the argmax of its discriminants, and a segment's class the argmax of their sums over
// the segment's samples (Böhmer et al. 2012, section 5.4). A [Regressor] predicts a
// number.
//
// To add a readout: write its training in a file of its own, and register it,
//
//	Kinds.Register(part.Part[Kind]{Name: "mine", Parameters: []part.Parameter{Eta}, Build: Kind{Regress: trainMine}})
//
// with Classify instead of Regress if it is trained on labels.
package readout
