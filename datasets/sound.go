package datasets

import (
	"fmt"
	"slices"
	"strconv"

	"example.com/sfatui/datasets/message"
)

// readWAV reads a WAV file as one segment.
func (j *job) readWAV(f file, m *material) error {
	s, err := j.open(f.path)
	if err != nil {
		return err
	}
	defer s.close()
	w, err := scanWAV(s, s.size)
	if err != nil {
		return s.fail(err)
	}
	if err := j.hold(w.frames*w.channels, f.path); err != nil {
		return err
	}
	x, placed, err := j.spool.Segment(w.frames * w.channels)
	if err != nil {
		return err
	}
	if x, err = w.readSamples(j.ctx, s, x); err != nil {
		return s.fail(err)
	}
	return j.addSound(f, s, m, w.rate, w.channels, &recording{x: x, placed: placed})
}

// addSound adds a file as one segment, r, which has its samples, frame by frame.
func (j *job) addSound(f file, s *sourceFile, m *material, rate, channels int, r *recording) error {
	source, err := s.finish()
	if err != nil {
		return err
	}
	if len(m.sources) == 0 {
		m.rate, m.inputs = float64(rate), channelNames(channels)
	} else if err := m.sameSound(s.path, rate, channels); err != nil {
		return err
	}
	m.sources = append(m.sources, source)
	r.name, r.held, r.rows = f.base(), f.held, len(r.x)/channels
	m.recordings = append(m.recordings, r)
	return nil
}

// describeSound notes what was read of sound; listed says that a manifest told
// of it.
func (j *job) describeSound(m *material, listed bool) {
	labelled := func(r *recording) bool { return r.labels != nil }
	switch {
	case slices.ContainsFunc(m.recordings, labelled):
	case j.name != nil:
		m.note("no labels: --name '%s' has no {label}", j.name.written)
	case len(m.recordings) > 1 && !listed:
		m.note("no labels: --name '{label}_{group}_{rep}', or whatever the names are like, reads them off the file names")
	}
	m.note("%s read, %s at %g Hz", message.Counted(len(m.recordings), "sound file"), message.Counted(len(m.inputs), "channel"), m.rate)
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

// sameSound refuses a further file that cannot be a part of the set.
func (m *material) sameSound(path string, rate, channels int) error {
	first := m.sources[0].Path
	if float64(rate) != m.rate {
		return fmt.Errorf("%s has %g Hz but %s has %d Hz: all files must have one rate; resample one, for example with sox IN.wav -r %g OUT.wav",
			first, m.rate, path, rate, m.rate)
	}
	if channels != len(m.inputs) {
		return fmt.Errorf("%s has %s but %s has %s: all files must have as many; mix them, for example with sox IN.wav -c %d OUT.wav",
			first, message.Counted(len(m.inputs), "channel"), path, message.Counted(channels, "channel"), min(channels, len(m.inputs)))
	}
	return nil
}
