package datasets

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"example.com/sfatui/datasets/confine"
	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/datasets/storage"
)

// Open reads the data set that o describes: a built-in set, tables or sound.
// It normalises and embeds the segments and checks that they can be learned
// from. A window's label, target and latent variables are those of its middle
// sample.
//
// progress, which may be nil, is told the bytes read so far and the bytes
// there are. Cancelling ctx ends Open with the context's error. A *[UsageError]
// says that o names something that does not exist; any other error that the
// data cannot be used.
func Open(ctx context.Context, o Options, progress func(done, total int)) (*data.Set, error) {
	if progress == nil {
		progress = func(int, int) {}
	}
	j := &job{ctx: ctx, o: o, disk: confine.DiskOf(ctx), progress: progress, transpose: o.Transpose}
	j.spool.Budget = o.Memory / storage.Share
	return j.openSet()
}

// openSet reads and prepares what the job's options describe.
func (j *job) openSet() (set *data.Set, err error) {
	defer func() {
		if set == nil {
			j.spool.Keep(nil)
			return
		}
		if j.later != nil {
			j.later.begin(j.ctx)
		}
		if set.Spooled = j.spool.Keep(set.X); set.Spooled {
			set.Notes = append(set.Notes, "the samples are kept in a file and used from there: they would take more memory than they may")
		}
	}()
	// what cannot be is refused before the time is spent on reading
	steps, err := j.parse()
	if err != nil {
		return nil, err
	}
	m, err := j.readAll()
	if err != nil {
		return nil, err
	}
	if err := j.prepare(m, steps); err != nil {
		return nil, err
	}
	return m.assemble(j, m.embedding(steps.embed))
}

// steps are what is done to segments between reading and the set, parsed.
type steps struct {
	log      func(float64) (float64, bool) // nil for none
	resample *resampling
	stft     *stft
	embed    *embedding // nil for the default
}

// parse reads what the options say in texts of their own.
func (j *job) parse() (s steps, err error) {
	o := j.o
	if err := j.parseMissing(); err != nil {
		return s, err
	}
	if j.where, err = parseWhere(o.Where); err != nil {
		return s, err
	}
	if j.name, err = parseName(o.Name); err != nil {
		return s, err
	}
	if j.imageSize, err = parseImageSize(o.ImageSize); err != nil {
		return s, err
	}
	if s.log, err = parseLog(o.Log); err != nil {
		return s, err
	}
	if s.resample, err = parseResample(o.Resample); err != nil {
		return s, err
	}
	if s.stft, err = parseSTFT(o.STFT); err != nil {
		return s, err
	}
	if s.embed, err = parseEmbed(o.Embed); err != nil {
		return s, err
	}
	if _, err := parseNormalise(o.Normalise, table); err != nil {
		return s, err
	}
	switch {
	case o.Limit < 0:
		return s, message.Usagef("--limit %d: the number of samples to keep cannot be negative", o.Limit)
	case o.SplitColumn != "" && len(o.TestPaths) > 0:
		return s, message.Usagef("--split-column and --test-data both say what is tested on: leave one of them out")
	}
	return s, nil
}

// prepare takes what was read through the steps before the embedding. Each
// looks at one segment at a time: what is fitted to several belongs to those who
// know the training part.
func (j *job) prepare(m *material, s steps) error {
	by, err := parseNormalise(j.o.Normalise, m.kind)
	if err != nil {
		return err
	}
	if j.fill > 0 {
		if err := m.mend(j.ctx, j.fill); err != nil {
			return err
		}
	}
	if s.log != nil {
		if err := m.takeLog(j.ctx, j.o.Log, s.log); err != nil {
			return err
		}
	}
	if s.resample != nil {
		if err := j.resample(m, *s.resample); err != nil {
			return err
		}
	}
	if err := m.normalise(j.ctx, by); err != nil {
		return err
	}
	if s.stft != nil {
		return j.transform(m, *s.stft)
	}
	return nil
}

// embedding is the one asked for, or the default of the kind of data.
func (m *material) embedding(asked *embedding) embedding {
	switch {
	case asked != nil:
		if asked.l > 0 {
			m.prepared = append(m.prepared, fmt.Sprintf("delay embedding %v", *asked))
		}
		return *asked
	case m.framed:
		return embedding{}
	case m.preset != nil:
		m.did("delay embedding %v, the default for %s", m.preset, m.name)
		return *m.preset
	case m.kind == sound:
		e := defaultEmbedding(m.rate)
		m.did("delay embedding %v, the default for sound at %g Hz", e, m.rate)
		return e
	}
	return embedding{}
}

// readAll reads the built-in set or all files.
func (j *job) readAll() (*material, error) {
	b, err := j.builtin()
	if err != nil {
		return nil, err
	}
	if b != nil {
		return j.readBuiltin(b)
	}
	l := locator{o: j.o, disk: j.disk, name: j.name, seen: map[string]string{}}
	if err := l.locate(j.o.Paths, false); err != nil {
		return nil, err
	}
	if err := l.locate(j.o.TestPaths, true); err != nil {
		return nil, err
	}
	files, err := l.located()
	if err != nil {
		return nil, err
	}
	m := &material{kind: files[0].format.kind, name: setName(j.o.Paths), notes: l.notes}
	if err := l.settle(&j.o, files[0].format); err != nil {
		return nil, err
	}
	if err := j.checkFlags(files[0].format); err != nil {
		return nil, err
	}
	if err := j.readFiles(files, m); err != nil {
		return nil, err
	}
	for _, listed := range l.listed {
		source, err := listed.source(j)
		if err != nil {
			return nil, err
		}
		m.sources = append(m.sources, source)
	}
	if m.kind == sound {
		j.describeSound(m, l.listed != nil)
	}
	if j.o.SplitColumn != "" && !m.hasHeld() {
		return nil, fmt.Errorf("--split-column %s: no row is test data: write test, or train, or validation, into the rows", message.Clean(j.o.SplitColumn))
	}
	if j.o.ImageSize != "" && m.kind != images {
		return nil, message.Usagef("--image-size is for images, and this is %v: leave it out", m.kind)
	}
	m.compareHeld()
	return m, nil
}

// checkFlags refuses flags that have no meaning for the data.
func (j *job) checkFlags(f *format) error {
	if flag := j.o.columnFlag(); flag != "" && !f.columns {
		return message.Usagef("--%s names a column of a table, but %s has no columns with names: read fields off the file names with --name, as in --name '{label}_{group}_{rep}', or list the files in manifest.csv",
			flag, f.name)
	}
	for _, role := range [][2]string{{"label", j.o.Label}, {"group", j.o.Group}} {
		if j.name != nil && role[1] != "" && slices.Contains(j.name.fields, role[0]) {
			return message.Usagef("--%s %s and the {%s} of --name both say what the %s is: leave one of them out", role[0], message.Clean(role[1]), role[0], role[0])
		}
	}
	return nil
}

// columnFlag is the first flag given that names a column, "" for none.
func (o Options) columnFlag() string {
	for _, f := range [][2]string{{"label", o.Label}, {"segment", o.Segment}, {"group", o.Group}, {"target", o.Target},
		{"importance", o.Importance}, {"transition-importance", o.TransitionImportance}, {"cut-by", o.CutBy}, {"split-column", o.SplitColumn}} {
		if f[1] != "" {
			return f[0]
		}
	}
	if len(o.Drop) > 0 {
		return "drop"
	}
	if len(o.Columns) > 0 {
		return "columns"
	}
	return ""
}

// setName is what the set is called: the first path's base name, and how many
// more there are.
func setName(paths []string) string {
	first := paths[0]
	if abs, err := filepath.Abs(first); err == nil {
		first = abs // "." has a name too
	}
	name := message.Clean(filepath.Base(first))
	if len(paths) > 1 {
		name += " and " + message.Counted(len(paths)-1, "more file")
	}
	return name
}

// compareHeld notes what test data has in common with the rest.
func (m *material) compareHeld() {
	groups, both := map[string]bool{}, map[string]bool{}
	var shared []string
	for _, r := range m.recordings { // test data comes last
		switch {
		case !r.held:
			groups[r.group] = true
		case r.group != "" && groups[r.group] && !both[r.group]:
			both[r.group] = true
			shared = append(shared, r.group)
		}
	}
	if shared != nil {
		m.note("in the data and in the test data: %s (%s)", message.Counted(len(shared), "group"), message.List(shared))
	}
	hashes := map[string]string{}
	for _, s := range m.sources { // the hash of a single file may not be ready
		if other, ok := hashes[s.SHA256]; ok {
			m.note("%s has the same content as %s", s.Path, other)
		}
		hashes[s.SHA256] = s.Path
	}
}
