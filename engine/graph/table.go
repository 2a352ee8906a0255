package graph

func init() {
	Kinds.Register(timePart, clustered, classPairs, serial, mixed, sliding, reorder, gpfa1, gpfa2, fromFile)
	Weightings.Register(bySamples, byTransitions, byBoth)
}
