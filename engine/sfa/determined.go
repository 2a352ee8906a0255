package sfa

// Clusters are features of which a machine, not the data, decides what they are: those
// whose eigenvalues agree to rounding may be turned into each other (Davis and Kahan
// 1970: the angle is at most the error over the gap).
type Clusters struct {
	// Bounds are the first and the last rank of each cluster that begins among the
	// features, counted from 1 and ascending.
	Bounds [][2]int
	// Cut says that the last cluster goes on behind the features, so that not even the
	// space that they span is determined.
	Cut bool
	// Determined is how many of the first features span a space that is determined.
	Determined int
}

// ClustersOf looks for clusters among the first p of r ascending eigenvalues of a whitened
// problem. Neighbours whose difference is at most tolerance belong together. The values
// may be the lowest of the r: a cluster that reaches the last of them ends there.
func ClustersOf(values []float64, tolerance float64, p int) Clusters {
	p = min(p, len(values))
	c := Clusters{Determined: p}
	for first := 0; first < p; {
		last := first
		for last+1 < len(values) && values[last+1]-values[last] <= tolerance {
			last++
		}
		if last > first {
			c.Bounds = append(c.Bounds, [2]int{first + 1, last + 1})
		}
		if last >= p {
			c.Cut, c.Determined = true, first
		}
		first = last + 1
	}
	return c
}

// Resolution is the difference of two eigenvalues of a whitened problem of rank r that
// rounding can make: condition is that of C as it was kept, largest the largest
// eigenvalue.
func Resolution(r int, condition, largest float64) float64 {
	return Tolerance(r) * condition * max(1, largest)
}
