package builtin

import (
	"strings"

	"example.com/sfatui/datasets/data"
)

// Default is the built-in set that is opened without named data.
const Default = "vowels"

// Set is a data set that the program generates or contains.
type Set struct {
	// Name is the name by which the user opens it.
	Name string
	// Doc describes it in one line.
	Doc string

	Fields []string // for --where
	Make   func() *data.Raw
}

// Sets returns the built-in sets, the default first.
func Sets() []Set {
	return []Set{
		{
			Name:   "vowels",
			Doc:    "the words heed and head, spoken by synthetic speakers: is the vowel found on unseen speakers?",
			Fields: []string{"label", "group", "rep", "sex"},
			Make:   makeVowels,
		},
		{
			Name:   "latent",
			Doc:    "a walk in a plane seen through non-linear sensors: are the known latent variables found?",
			Fields: []string{"trial"},
			Make:   makeLatent,
		},
		{
			Name: "sincos",
			Doc:  "a sine behind a signal eleven times as fast (Ma et al. 2011): at which polynomial degree is it found?",
			Make: makeSinCos,
		},
		{
			Name:   "retina",
			Doc:    "three patterns that cross a one-dimensional retina (Ma et al. 2011): which is it, and where?",
			Fields: []string{"pass"},
			Make:   makeRetina,
		},
		{
			Name: "mixture",
			Doc:  "a voice and a guitar, mixed non-linearly (Ma et al. 2011): are the two sources found?",
			Make: makeMixture,
		},
		{
			Name: "force",
			Doc:  "a logistic map driven by a slow force (Wiskott 2003): is the force recovered from the map's values?",
			Make: makeForce,
		},
		{
			Name:   "noise",
			Fields: []string{"part"},
			Doc:    "predictable noise among white noise (Weghenkel et al. 2017): is the predictable plane found?",
			Make:   makeNoise,
		},
		{
			Name:   "scene",
			Doc:    "spectra of a piano, a bar and a forest (after Weghenkel et al. 2017): what in them is predictable?",
			Fields: []string{"label", "group", "take"},
			Make:   makeScene,
		},
		{
			Name:   "regression",
			Doc:    "faces drawn anywhere (after Escalante-B. and Wiskott 2013): how far to the right is an unseen one?",
			Fields: []string{"group", "person"},
			Make:   makeRegression,
		},
		{
			Name: "sunspots",
			Doc:  "real: sunspots of the years 1700 to 2008 (NOAA, in the public domain): what is slower than their cycle?",
			Make: makeSunspots,
		},
	}
}

// Names returns the names of all built-in sets.
func Names() []string {
	var names []string
	for _, b := range Sets() {
		names = append(names, b.Name)
	}
	return names
}

// DescribeFields returns the fields for --where in words.
func (b *Set) DescribeFields() string {
	if len(b.Fields) == 0 {
		return "the built-in set " + b.Name + " is one series, without fields"
	}
	return "the fields of the built-in set " + b.Name + " are " + strings.Join(b.Fields, ", ")
}
