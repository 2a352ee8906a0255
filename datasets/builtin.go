package datasets

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"example.com/sfatui/datasets/synth"
)

// defaultSet is the built-in set that is opened where the user names no data.
const defaultSet = "vowels"

// Builtin is a data set that the program makes itself.
type Builtin struct {
	// Name is what the user asks for it by.
	Name string
	// Doc says in a line what it is.
	Doc string

	fields []string // for --where
	make   func() *material
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

// builtin is the built-in set that the paths ask for, nil for files. A name
// without a path separator that is a built-in set's is that, even if there is
// a file of that name.
func (j *job) builtin() (*Builtin, error) {
	paths := j.o.Paths
	if len(paths) == 0 {
		paths = []string{defaultSet}
	}
	for _, path := range j.o.TestPaths {
		if slices.Contains(builtinNames(), path) {
			return nil, usagef("--test-data %s: test data must be files, not a built-in set; use --folds", path)
		}
	}
	for _, b := range Builtins() {
		switch {
		case !slices.Contains(paths, b.Name):
			continue
		case len(paths) > 1:
			return nil, usagef("the built-in set %s cannot be read together with other data; for a file of that name write .%c%s",
				b.Name, os.PathSeparator, b.Name)
		case len(j.o.TestPaths) > 0:
			return nil, usagef("the built-in set %s goes with no --test-data; use --folds or --repeats", b.Name)
		case j.o.Name != "":
			return nil, usagef("--name is for WAV files; the fields of the built-in set %s are %s", b.Name, strings.Join(b.fields, ", "))
		case j.o.columnFlag() != "":
			return nil, usagef("--%s names a column of a table; the built-in set %s has its labels and segments already", j.o.columnFlag(), b.Name)
		}
		return &b, nil
	}
	return nil, nil
}

// readBuiltin makes a built-in set and chooses among its segments.
func (j *job) readBuiltin(b *Builtin) (*material, error) {
	if err := j.where.check(b.fields, ""); err != nil {
		return nil, err
	}
	j.progress(0, 1)
	m := b.make()
	j.progress(1, 1)
	if err := j.ctx.Err(); err != nil {
		return nil, err
	}
	m.name = b.Name
	if info, err := os.Stat(b.Name); err == nil && len(j.o.Paths) > 0 {
		what := "file"
		if info.IsDir() {
			what = "directory"
		}
		m.note("%s is the built-in set; for the %s of that name write .%c%s", b.Name, what, os.PathSeparator, b.Name)
	}
	var err error
	m.recordings, err = j.chosen(m.recordings, nil, m)
	return m, err
}

// makeVowels is the set of synthetic words.
func makeVowels() *material {
	preset, err := parseEmbed(synth.VowelsEmbed)
	if err != nil {
		panic("datasets: the embedding of the built-in set vowels: " + err.Error())
	}
	m := &material{kind: sound, inputs: channelNames(1), rate: synth.VowelsRate, preset: preset}
	for _, w := range synth.Vowels() {
		rep := strconv.Itoa(w.Rep)
		m.recordings = append(m.recordings, &recording{
			name:   w.Label + "_" + w.Speaker + "_" + rep,
			group:  w.Speaker,
			rows:   len(w.Samples),
			x:      w.Samples,
			labels: []string{w.Label},
			fields: map[string]string{"label": w.Label, "group": w.Speaker, "rep": rep, "sex": w.Sex},
		})
	}
	return m
}

// makeLatent is the walk with its known latent variables.
func makeLatent() *material {
	w := synth.Latent()
	_, sensors := w.X.Dims()
	_, latents := w.Latent.Dims()
	m := &material{kind: table, rate: w.Rate, latents: latents}
	for i := range sensors {
		m.inputs = append(m.inputs, "sensor"+strconv.Itoa(i+1))
	}
	for i, s := range w.Segments {
		r := &recording{name: fmt.Sprintf("trial%02d", i+1), rows: s[1] - s[0]}
		for t := s[0]; t < s[1]; t++ {
			r.x = append(r.x, w.X.RawRowView(t)...)
			r.latent = append(r.latent, w.Latent.RawRowView(t)...)
		}
		r.fields = map[string]string{"trial": strconv.Itoa(i + 1)}
		m.recordings = append(m.recordings, r)
	}
	return m
}
