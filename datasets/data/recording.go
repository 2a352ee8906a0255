package data

// Recording is a segment as a reader returns it, before it is normalised and
// embedded.
type Recording struct {
	Name  string
	Group string
	Held  bool // test data
	Aside bool // for validation, as marked in the data itself
	Rows  int
	// Series is the number of the series of which the recording is a piece,
	// because the times of its rows have a gap or run back, or because values
	// are missing; 0 for a complete series.
	Series int
	Rate   float64   // samples per second; 0 if unknown or equal to that of the set
	X      []float64 // rows × inputs, row by row
	// Placed reports that X was counted, or moved to a file, when it was
	// created.
	Placed bool
	// Labels is nil without labels, one text if all rows have the same, else
	// one text per row; "" for a row without a label.
	Labels []string
	Target []float64 // nil, or one per row
	// Importance and TransitionImportance weight samples and transitions; nil,
	// or one per row.
	Importance, TransitionImportance []float64
	Latent                           []float64         // nil, or rows × latents, row by row
	Fields                           map[string]string // fields for --where
}

// Label returns the label of a row, "" for none.
func (r *Recording) Label(row int) string {
	switch len(r.Labels) {
	case 0:
		return ""
	case 1:
		return r.Labels[0]
	}
	return r.Labels[row]
}

// Slice returns the recording's rows [from, to), with d numbers each.
func (r *Recording) Slice(from, to, d int) *Recording {
	s := *r
	s.Rows, s.X = to-from, r.X[from*d:to*d:to*d]
	if len(r.Labels) > 1 {
		s.Labels = r.Labels[from:to:to]
	}
	for _, of := range []*[]float64{&s.Target, &s.Importance, &s.TransitionImportance} {
		if *of != nil {
			*of = (*of)[from:to:to]
		}
	}
	if r.Latent != nil {
		k := len(r.Latent) / r.Rows
		s.Latent = r.Latent[from*k : to*k : to*k]
	}
	return &s
}

// PickRows reduces the recording, except X, to the listed rows.
func (r *Recording) PickRows(rows []int) {
	if len(r.Labels) > 1 {
		r.Labels = Pick(r.Labels, rows, 1)
	}
	for _, of := range []*[]float64{&r.Target, &r.Importance, &r.TransitionImportance} {
		*of = Pick(*of, rows, 1)
	}
	if r.Latent != nil {
		r.Latent = Pick(r.Latent, rows, len(r.Latent)/r.Rows)
	}
	r.Rows = len(rows)
}

// Pick returns the listed rows of width values each; nil of none.
func Pick[T any](x []T, rows []int, width int) []T {
	if x == nil {
		return nil
	}
	y := make([]T, 0, len(rows)*width)
	for _, t := range rows {
		y = append(y, x[t*width:(t+1)*width]...)
	}
	return y
}
