package space

func init() {
	Kinds.Register(overSupports, linear, polynomial, exp08)
	Fronts.Register(pca, whitening)
}
