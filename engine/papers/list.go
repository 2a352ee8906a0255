package papers

import "strings"

// Experiments returns all experiments, paper by paper.
func Experiments() []Experiment {
	var all []Experiment
	all = append(all, bohmer()...)
	all = append(all, ma()...)
	all = append(all, weghenkel()...)
	all = append(all, escalante()...)
	all = append(all, aharon()...)
	all = append(all, cuturi()...)
	all = append(all, lodhi()...)
	all = append(all, sensing()...)
	all = append(all, shrinkage()...)
	all = append(all, machines()...)
	return append(all, hammer()...)
}

// Named returns the experiment with a name, with or without [Prefix], and reports whether there
// is one.
func Named(name string) (Experiment, bool) {
	for _, x := range Experiments() {
		if x.Name == strings.TrimPrefix(name, Prefix) {
			return x, true
		}
	}
	return Experiment{}, false
}
