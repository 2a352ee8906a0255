package datasets

import (
	"os"
	"slices"
	"strings"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
)

// defaultSet is the built-in set that is opened where the user names no data.
const defaultSet = "vowels"

// Builtin is a data set that the program makes itself, or has within it.
type Builtin struct {
	// Name is what the user asks for it by.
	Name string
	// Doc says in a line what it is.
	Doc string

	fields []string // for --where
	make   func() *data.Raw
}

// Builtins are the built-in sets, the default first.
func Builtins() []Builtin {
	return []Builtin{
		{
			Name:   "vowels",
			Doc:    "the words heed and head, spoken by synthetic speakers: is the vowel found on unseen speakers?",
			fields: []string{"label", "group", "rep", "sex"},
			make:   makeVowels,
		},
		{
			Name:   "latent",
			Doc:    "a walk in a plane seen through non-linear sensors: are the known latent variables found?",
			fields: []string{"trial"},
			make:   makeLatent,
		},
		{
			Name: "sincos",
			Doc:  "a sine behind a signal eleven times as fast (Ma et al. 2011): is it found, and from which degree on?",
			make: makeSinCos,
		},
		{
			Name:   "retina",
			Doc:    "three patterns that cross a one-dimensional retina (Ma et al. 2011): which is it, and where?",
			fields: []string{"pass"},
			make:   makeRetina,
		},
		{
			Name: "mixture",
			Doc:  "a voice and a guitar, mixed non-linearly (Ma et al. 2011): are the two sources found?",
			make: makeMixture,
		},
		{
			Name: "force",
			Doc:  "a logistic map driven by a slow force (Wiskott 2003): is the force found in what the map does?",
			make: makeForce,
		},
		{
			Name: "noise",
			Doc:  "predictable noise among white noise (Weghenkel et al. 2017): is the predictable plane found?",
			make: makeNoise,
		},
		{
			Name:   "scene",
			Doc:    "spectra of a piano, a bar and a forest (after Weghenkel et al. 2017): what in them is predictable?",
			fields: []string{"label", "group", "take"},
			make:   makeScene,
		},
		{
			Name:   "regression",
			Doc:    "faces drawn anywhere (after Escalante-B. and Wiskott 2013): how far to the right is an unseen one?",
			fields: []string{"group", "person"},
			make:   makeRegression,
		},
		{
			Name: "sunspots",
			Doc:  "real: sunspots of the years 1700 to 2008 (NOAA, in the public domain): what is slower than their cycle?",
			make: makeSunspots,
		},
	}
}

// builtinNames are the names of all built-in sets.
func builtinNames() []string {
	var names []string
	for _, b := range Builtins() {
		names = append(names, b.Name)
	}
	return names
}

// describeFields says what --where may ask for.
func (b *Builtin) describeFields() string {
	if len(b.fields) == 0 {
		return "the built-in set " + b.Name + " is one series, without fields"
	}
	return "the fields of the built-in set " + b.Name + " are " + strings.Join(b.fields, ", ")
}

// builtin is the built-in set that the paths ask for, nil for files. A name
// without a path separator that is a built-in set's is that, even if there is
// a file of that name.
func (o Options) builtin() (*Builtin, error) {
	paths := o.Paths
	if len(paths) == 0 {
		paths = []string{defaultSet}
	}
	for _, path := range o.TestPaths {
		if slices.Contains(builtinNames(), path) {
			return nil, message.Usagef("--test-data %s: test data must be files, not a built-in set; use --folds", path)
		}
	}
	for _, b := range Builtins() {
		switch {
		case !slices.Contains(paths, b.Name):
			continue
		case len(paths) > 1:
			return nil, message.Usagef("the built-in set %s cannot be read together with other data; for a file of that name write .%c%s",
				b.Name, os.PathSeparator, b.Name)
		case len(o.TestPaths) > 0:
			return nil, message.Usagef("the built-in set %s goes with no --test-data; use --folds or --repeats", b.Name)
		case o.Name != "":
			return nil, message.Usagef("--name is for WAV files; %s", b.describeFields())
		case o.columns().Flag() != "":
			return nil, message.Usagef("--%s names a column of a table; the built-in set %s has its labels and segments already", o.columns().Flag(), b.Name)
		}
		return &b, nil
	}
	return nil, nil
}

// readBuiltin makes a built-in set and chooses among its segments.
func (r *reading) readBuiltin(b *Builtin) error {
	if err := r.where.check(b.fields, b.describeFields()); err != nil {
		return err
	}
	r.progress(0, 1)
	m := b.make()
	r.progress(1, 1)
	if err := r.from.Ctx.Err(); err != nil {
		return err
	}
	m.Name = b.Name
	if info, err := r.from.Disk.Stat(b.Name); err == nil && len(r.o.Paths) > 0 {
		what := "file"
		if info.IsDir() {
			what = "directory"
		}
		m.Note("%s is the built-in set; for the %s of that name write .%c%s", b.Name, what, os.PathSeparator, b.Name)
	}
	r.to.Raw = m
	var err error
	m.Recordings, err = r.chosen(m.Recordings, nil)
	return err
}
