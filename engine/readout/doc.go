// Package readout holds the supervised steps that make a class or a number of
// features. Linear in the features are the linear discriminant (LDA), least
// squares on indicators of the classes, the batch perceptron, logistic
// regression (Böhmer et al. 2012, section 2) and linear and ridge regression; not linear are
// the nearest centroid and the Gaussian classifier, both for classes and for groups of a
// number, soft Gaussian regression (Escalante-B. and Wiskott 2013, sections 4.3 and 5.5), nearest neighbours, and Gaussian processes, which
// say how sure they are ([Distribution]). The support feature machine and the lasso choose
// few of what they read, and name it ([Selective]); they read features, or the inputs.
//
// Features come as an n×p matrix, one sample a row. Where a readout is linear,
// a constant feature is added, so that it can have a bias. The biases of least squares,
// linear and ridge regression, the lasso and logistic regression are not penalised, those
// of the perceptron are learned as its weights are, those of the linear discriminant follow
// from means and shares of the classes, and those of core vector machines
// are penalised as their weights are, those of support feature machines are not. A [Classifier] gives
// one discriminant a class; a sample's class is the argmax of its
// discriminants, and a segment's class the argmax of their sums over the
// segment's samples (Böhmer et al. 2012, section 5.4). A [Regressor] predicts a
// number.
//
// To add a readout: write its training in a file of its own, and register it,
//
//	Kinds.Register(part.Part[Kind]{Name: "mine", Parameters: []part.Parameter{Eta}, Build: Kind{Regress: trainMine}})
//
// with Classify in place of Regress where it is trained on labels.
package readout
