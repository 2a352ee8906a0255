package kernel

func init() {
	Kernels.Register(gaussian, laplacian, gammaExponential, matern32, matern52, rationalQuadratic, arcSine, linear, polynomial,
		gak, dtw, warpedSquares, ssk, spectrum, fisherKernel)
}
