package graph

import (
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// bands is a graph whose samples are in ordered groups. All pairs within a group have
// one weight, and all pairs between a group and the next have one. Its Laplacian needs
// only the means of the groups.
type bands struct {
	group  []int // of each sample; -1 for a sample that takes no part
	order  []int // the samples, group by group, ascending in each
	start  []int // start of each group in order, and the end
	within []float64
	next   []float64 // to the next group; 0 for the last
	loops  bool      // whether a sample is paired with itself
	vertex []float64 // of each sample
	degree []float64 // of each sample
}

// newBands groups samples by label, in ascending order of the labels. Negative labels
// are left out. All weights are zero.
func newBands(label []int) *bands {
	distinct := slices.DeleteFunc(slices.Sorted(slices.Values(label)), func(l int) bool { return l < 0 })
	distinct = slices.Compact(distinct)
	b := &bands{group: make([]int, len(label)), start: make([]int, len(distinct)+1)}
	for i, l := range label {
		b.group[i] = -1
		if l >= 0 {
			b.group[i], _ = slices.BinarySearch(distinct, l)
			b.start[b.group[i]+1]++
		}
	}
	for g := range distinct {
		b.start[g+1] += b.start[g]
	}
	b.order = make([]int, b.start[len(distinct)])
	at := slices.Clone(b.start)
	for i, g := range b.group {
		if g >= 0 {
			b.order[at[g]] = i
			at[g]++
		}
	}
	b.within, b.next = make([]float64, len(distinct)), make([]float64, len(distinct))
	return b
}

// groups returns the number of groups.
func (b *bands) groups() int { return len(b.start) - 1 }

// members returns the samples of group g.
func (b *bands) members(g int) []int { return b.order[b.start[g]:b.start[g+1]] }

// size returns the number of samples of group g.
func (b *bands) size(g int) float64 { return float64(b.start[g+1] - b.start[g]) }

// setWeights sets the vertex weight of the samples of each group g to v(g), and the
// degrees of all samples. The weights of edges must be set before.
func (b *bands) setWeights(v func(g int) float64) *bands {
	b.vertex, b.degree = make([]float64, len(b.group)), make([]float64, len(b.group))
	for g := range b.groups() {
		degree := 0.0
		for _, k := range b.linkedGroups(g) {
			degree += k.w * b.size(k.group)
		}
		if !b.loops {
			degree -= b.within[g]
		}
		for _, i := range b.members(g) {
			b.vertex[i], b.degree[i] = v(g), degree
		}
	}
	return b
}

// band is a group and the weight of the edges to it.
type band struct {
	group int
	w     float64
}

// linkedGroups returns the groups that the samples of group g have edges to.
func (b *bands) linkedGroups(g int) []band {
	all := make([]band, 0, 3)
	if g > 0 && b.next[g-1] != 0 {
		all = append(all, band{g - 1, b.next[g-1]})
	}
	if b.within[g] != 0 {
		all = append(all, band{g, b.within[g]})
	}
	if b.next[g] != 0 {
		all = append(all, band{g + 1, b.next[g]})
	}
	return all
}

func (b *bands) N() int              { return len(b.group) }
func (b *bands) Vertices() []float64 { return b.vertex }
func (b *bands) Degrees() []float64  { return b.degree }

func (b *bands) Pairs() int {
	pairs := 0
	for g := range b.groups() {
		n := len(b.members(g))
		if b.within[g] != 0 {
			pairs += n * (n - 1) / 2
		}
		if b.next[g] != 0 {
			pairs += n * len(b.members(g+1))
		}
	}
	return pairs
}

// Laplacian computes Σ_n' γ_nn' (h_n − h_n') group by group as Σ_g γ_g N_g (h_n − mean
// of g), which keeps the digits of small differences.
func (b *bands) Laplacian(dst, h *mat.Dense) {
	checkShapes(b.N(), dst, h)
	_, m := h.Dims()
	dst.Zero()
	if b.groups() == 0 {
		return
	}
	mean := mat.NewDense(b.groups(), m, nil)
	for g := range b.groups() {
		averageRows(mean.RawRowView(g), h, b.members(g))
	}
	for g := range b.groups() {
		for _, k := range b.linkedGroups(g) {
			w, centre := k.w*b.size(k.group), mean.RawRowView(k.group)
			for _, i := range b.members(g) {
				out, row := dst.RawRowView(i), h.RawRowView(i)
				for c, x := range row {
					out[c] += w * (x - centre[c])
				}
			}
		}
	}
}

// averageRows sets dst to the mean of the given rows of h.
func averageRows(dst []float64, h *mat.Dense, rows []int) {
	copy(dst, h.RawRowView(rows[0]))
	if len(rows) == 1 {
		return
	}
	for _, i := range rows[1:] {
		floats.Add(dst, h.RawRowView(i))
	}
	floats.Scale(1/float64(len(rows)), dst)
}

func (b *bands) Edges(yield func(i, j int, w float64) bool) {
	for i, g := range b.group {
		if g < 0 {
			continue
		}
		for _, k := range b.linkedGroups(g) {
			for _, j := range b.members(k.group) {
				if (i != j || b.loops) && !yield(i, j, k.w) {
					return
				}
			}
		}
	}
}

// span calls join for a few edges that connect the same components as all edges.
func (b *bands) span(join func(i, j int)) {
	for g := range b.groups() {
		first := b.members(g)[0]
		for _, k := range b.linkedGroups(g) {
			for _, j := range b.members(k.group) {
				join(first, j)
			}
		}
		if b.within[g] == 0 && len(b.linkedGroups(g)) > 0 {
			// Samples of one group have the same neighbours.
			for _, i := range b.members(g) {
				join(first, i)
			}
		}
	}
}
