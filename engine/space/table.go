package space

func init() {
	Kinds.Register(kernelSpaces, linear, polynomial, exp08)
	Fronts.Register(pca, whitening)
}
