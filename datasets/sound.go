package datasets

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// readSounds reads WAV files, each as one segment. Their fields come from
// their names, so that only those that --where keeps are read.
func (j *job) readSounds(files []file, m *material) error {
	var train, test []*recording
	for _, f := range files {
		r, err := j.named(f)
		if err != nil {
			return err
		}
		if f.held {
			test = append(test, r)
		} else {
			train = append(train, r)
		}
	}
	var fields []string
	if j.name != nil {
		fields = j.name.fields
	}
	if err := j.where.check(fields, "say with --name how to read fields off the file names, as in --name '{label}_{group}_{rep}'"); err != nil {
		return err
	}
	kept, err := j.chosen(train, test, m)
	if err != nil {
		return err
	}
	sizes := make(map[string]int, len(files))
	for _, f := range files {
		sizes[f.path] = int(f.size)
	}
	for _, r := range kept {
		j.total += sizes[r.path]
	}
	var first *wavFormat
	for _, r := range kept {
		w, err := j.readSound(r, m)
		if err != nil {
			return err
		}
		if first == nil {
			first = &w
			m.rate, m.inputs = float64(w.rate), channelNames(w.channels)
		} else if err := sameSound(*first, w, kept[0].path, r.path); err != nil {
			return err
		}
	}
	m.recordings = kept
	switch {
	case j.name == nil && len(kept) > 1:
		m.note("no labels: --name '{label}_{group}_{rep}', or whatever the names are like, reads them off the file names")
	case j.name != nil && !slices.Contains(fields, "label"):
		m.note("no labels: --name '%s' has no {label}", j.name.written)
	}
	m.note("%s read, %s at %d Hz", counted(len(kept), "WAV file"), counted(first.channels, "channel"), first.rate)
	return nil
}

// chosen is what --where keeps of the data and of the test data, in order.
func (j *job) chosen(train, test []*recording, m *material) ([]*recording, error) {
	train, err := j.where.filter(train, m, "")
	if err != nil {
		return nil, err
	}
	test, err = j.where.filter(test, m, " of the test data")
	if err != nil {
		return nil, err
	}
	return append(train, test...), nil
}

// named is the recording of a file as its name tells it.
func (j *job) named(f file) (*recording, error) {
	base := Clean(filepath.Base(f.path))
	r := &recording{path: f.path, name: base, held: f.held}
	if j.name == nil {
		return r, nil
	}
	var err error
	if r.fields, err = j.name.match(strings.TrimSuffix(base, filepath.Ext(base))); err != nil {
		return nil, err
	}
	if label, ok := r.fields["label"]; ok {
		r.labels = []string{label}
	}
	r.group = r.fields["group"]
	return r, nil
}

// readSound fills in the samples of a recording.
func (j *job) readSound(r *recording, m *material) (wavFormat, error) {
	f, c, err := j.open(r.path)
	if err != nil {
		return wavFormat{}, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return wavFormat{}, fmt.Errorf("cannot open %s: %w", Clean(r.path), reason(err))
	}
	w, err := scanWAV(f, info.Size())
	if err != nil {
		return w, fmt.Errorf("%s: %w", Clean(r.path), err)
	}
	if err := j.hold(w.frames*w.channels, r.path); err != nil {
		return w, err
	}
	if r.x, err = w.readSamples(j.ctx, f); err == nil {
		err = drain(c) // a pass of its own, to hash the whole file
	}
	if err != nil {
		return w, fmt.Errorf("%s: %w", Clean(r.path), reason(err))
	}
	r.rows = w.frames
	m.sources = append(m.sources, c.source(r.path))
	return w, nil
}

// drain reads r to its end.
func drain(r io.Reader) error {
	buf := make([]byte, 64<<10)
	for {
		if _, err := r.Read(buf); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// channelNames names the inputs of a sound.
func channelNames(channels int) []string {
	if channels == 1 {
		return []string{"amplitude"}
	}
	names := make([]string, channels)
	for i := range names {
		names[i] = "channel" + strconv.Itoa(i+1)
	}
	return names
}

// sameSound refuses two files that cannot be parts of one set.
func sameSound(a, b wavFormat, pathA, pathB string) error {
	pathA, pathB = Clean(pathA), Clean(pathB)
	if a.rate != b.rate {
		return fmt.Errorf("%s has %d Hz but %s has %d Hz: all files must have one rate; resample one, for example with sox IN.wav -r %d OUT.wav",
			pathA, a.rate, pathB, b.rate, a.rate)
	}
	if a.channels != b.channels {
		return fmt.Errorf("%s has %s but %s has %s: all files must have as many; mix them, for example with sox IN.wav -c %d OUT.wav",
			pathA, counted(a.channels, "channel"), pathB, counted(b.channels, "channel"), min(a.channels, b.channels))
	}
	return nil
}
