package data

// Recording is a segment as a reader yields it, before it is normalised and
// embedded.
type Recording struct {
	Name  string
	Group string
	Held  bool // test data
	Aside bool // for validation, as the data itself says
	Rows  int
	// Series is the number of the series that the recording is a piece of, where the
	// times of the rows leap or run back, or numbers are missing; 0 for a whole one.
	Series int
	Rate   float64   // samples in a second, 0 where it is not known, or is that of the set
	X      []float64 // rows × inputs, row by row
	// Placed says that x was counted, or put into a file, when it was made.
	Placed bool
	// Labels is nil without labels, one text where all rows have the same,
	// else one a row; "" is a row without a label.
	Labels []string
	Target []float64 // nil, or one a row
	// Importance and transition weigh samples and transitions; nil, or one a
	// row.
	Importance, TransitionImportance []float64
	Latent                           []float64         // nil, or rows × latents, row by row
	Fields                           map[string]string // what --where may ask for
}

// Label is the label of a row, "" for none.
func (r *Recording) Label(row int) string {
	switch len(r.Labels) {
	case 0:
		return ""
	case 1:
		return r.Labels[0]
	}
	return r.Labels[row]
}

// Slice is the recording's rows from one to before another, d numbers each.
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

// PickRows makes a recording's rows, but for its inputs, those listed.
func (r *Recording) PickRows(rows []int) {
	if len(r.Labels) > 1 {
		r.Labels = pick(r.Labels, rows, 1)
	}
	for _, of := range []*[]float64{&r.Target, &r.Importance, &r.TransitionImportance} {
		if *of != nil {
			*of = pick(*of, rows, 1)
		}
	}
	if r.Latent != nil {
		r.Latent = pick(r.Latent, rows, len(r.Latent)/r.Rows)
	}
	r.Rows = len(rows)
}

// pick takes rows of width values each.
func pick[T any](x []T, rows []int, width int) []T {
	y := make([]T, 0, len(rows)*width)
	for _, t := range rows {
		y = append(y, x[t*width:(t+1)*width]...)
	}
	return y
}
