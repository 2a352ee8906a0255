package papers

import (
	"cmp"
	"strings"

	"example.com/sfatui/engine/sweep"
)

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
	all = append(all, hammer()...)
	for i := range all {
		fillSettings(&all[i].Spec)
	}
	return all
}

// fillSettings gives the settings that an experiment leaves open the defaults of the command
// line, so that the sweep is the same wherever it is started.
func fillSettings(s *sweep.Spec) {
	for _, set := range sweep.Settings() {
		if err := set.Set(s, cmp.Or(set.Get(s), set.Zero, set.Default)); err != nil {
			panic("papers: " + err.Error())
		}
	}
	if s.Split.Repeats == 0 {
		s.Split.TrainFraction = 0
	}
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
