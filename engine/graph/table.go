package graph

func init() {
	Kinds.Register(time, clustered, classPairs, serial, mixed, sliding, reorder, gpfa1, gpfa2, fromFile)
	Weightings.Register(bySamples, byTransitions, byBoth)
}
