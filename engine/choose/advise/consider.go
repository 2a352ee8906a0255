package advise

// rules are asked in turn. Each says what it sees, nil where it sees nothing.
var rules = []func(*findings) []Advice{
	(*findings).violations, (*findings).moreSplits, (*findings).farWidth, (*findings).alongAxes, (*findings).overfitted,
	(*findings).rankDeficiency, (*findings).failures, (*findings).flatWidth,
}

// Consider says what to do next, the most pressing first; never nothing.
func Consider(s Sweep) []Advice { return find(s).consider() }

// consider is [Consider] of what was found.
func (f *findings) consider() []Advice {
	if f.Missing > 0 {
		return []Advice{f.unfinished()}
	}
	if f.best == nil {
		return append([]Advice{f.noChoice()}, f.failures()...)
	}
	var out []Advice
	seen := map[string]bool{}
	for _, rule := range rules {
		for _, a := range rule(f) {
			if change := a.change(); change == "" || !seen[change] {
				seen[change] = true
				out = append(out, a)
			}
		}
	}
	if len(out) == 0 {
		out = []Advice{f.done()}
	}
	return ranked(out)
}
