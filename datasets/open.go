package datasets

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"example.com/sfatui/datasets/builtin"
	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/format/images"
	"example.com/sfatui/datasets/locate"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/datasets/prepare"
	"example.com/sfatui/datasets/sandbox"
)

// Open reads the data set that o describes: a built-in set, or files of any
// format. It prepares and embeds the segments and checks that they can be
// learned from. A window's label, target and latent variables are those of its
// middle sample.
//
// progress, which may be nil, receives the bytes read so far and the total.
// Cancelling ctx ends Open with the context's error. A *[message.UsageError]
// means that o names something that does not exist; any other error means that
// the data cannot be used.
func Open(ctx context.Context, o Options, progress func(done, total int)) (set *data.Set, err error) {
	if progress == nil {
		progress = func(int, int) {}
	}
	r := &reading{o: o, from: format.From{Ctx: ctx, Disk: sandbox.Disk{Root: o.Root}}, progress: progress, to: o.sink()}
	defer func() {
		if set == nil {
			r.to.Store.Keep(nil)
			return
		}
		for _, hash := range r.lateHashes {
			hash.Hold(set.X)
			hash.Begin(ctx)
		}
		if set.Spooled = r.to.Store.Keep(set.X); set.Spooled {
			set.Notes = append(set.Notes, "the samples are kept in a file, because they exceed the memory limit")
		}
	}()
	// report invalid options before spending time on reading
	steps, embed, err := r.parse()
	if err != nil {
		return nil, err
	}
	if err := r.readAll(); err != nil {
		return nil, err
	}
	for _, step := range steps {
		if err := step.Apply(ctx, r.to.Raw, r.to); err != nil {
			return nil, err
		}
	}
	e := embeddingOf(r.to.Raw, embed)
	if set, err = r.assemble(e); err == nil && !set.Series {
		set.Overlap, set.Alone, set.Whole = e.Overlap(r.to.Raw.Spread), r.to.Raw.Alone, r.to.Raw.Whole
		if set.Alone != nil && e.L > 0 && !r.to.Raw.AloneOfWindows {
			set.Alone, set.Whole = nil, fmt.Sprintf("--normalise before --embed %v", e)
		}
	}
	return set, err
}

// parse parses the options. embed is nil for the default.
func (r *reading) parse() (steps []prepare.Step, embed *prepare.Embedding, err error) {
	o := r.o
	if r.to.Missing, err = format.ParseMissing(o.Missing); err != nil {
		return nil, nil, err
	}
	if r.to.Missing.Markers, err = format.ParseMarkers(o.MissingValues); err != nil {
		return nil, nil, err
	}
	if r.to.Gaps, err = format.ParseGaps(o.Gaps); err != nil {
		return nil, nil, err
	}
	r.to.InSeconds = strings.HasSuffix(strings.ToLower(o.Resample), "hz")
	if r.where, err = parseWhere(o.Where); err != nil {
		return nil, nil, err
	}
	if r.name, err = locate.ParseName(o.Name, allFormats); err != nil {
		return nil, nil, err
	}
	if r.to.ImageSize, err = images.ParseSize(o.ImageSize); err != nil {
		return nil, nil, err
	}
	steps, err = prepare.Parse(prepare.Options{Fill: r.to.Missing.Fill, Log: o.Log, Resample: o.Resample, Normalise: o.Normalise, STFT: o.STFT})
	if err != nil {
		return nil, nil, err
	}
	if embed, err = prepare.ParseEmbedding(o.Embed); err != nil {
		return nil, nil, err
	}
	switch {
	case o.Unit != "" && o.Unit != "row" && o.Unit != "segment":
		err = message.Usagef("--unit %s: a sample is a row or a whole segment", message.Clean(o.Unit))
	case o.Differing != "" && !slices.Contains(differingWords, o.Differing):
		err = message.Usagef("--differing %s: choose refuse, leave-out or common", message.Clean(o.Differing))
	case o.Limit < 0:
		err = message.Usagef("--limit %d: the number of samples to keep cannot be negative", o.Limit)
	case o.SplitColumn != "" && len(o.TestPaths) > 0:
		err = message.Usagef("--split-column and --test-data both define the test part: leave one of them out")
	}
	return steps, embed, err
}

// embeddingOf returns the requested embedding, or the default of the kind of
// data.
func embeddingOf(m *data.Raw, asked *prepare.Embedding) prepare.Embedding {
	switch {
	case asked != nil:
		if asked.L > 0 {
			m.Prepared = append(m.Prepared, fmt.Sprintf("delay embedding %v", *asked))
		}
		return *asked
	case m.Framed:
		return prepare.Embedding{}
	case m.Preset != "":
		e := mustEmbed(m.Name, m.Preset)
		m.Did("delay embedding %v, the default for %s", e, m.Name)
		return e
	case m.Kind == data.Sound:
		e := prepare.DefaultEmbedding(m.Rate)
		m.Did("delay embedding %v, the default for sound at %g Hz", e, m.Rate)
		return e
	}
	return prepare.Embedding{}
}

// readAll reads the built-in set or all files.
func (r *reading) readAll() error {
	b, err := r.o.builtin()
	if err != nil {
		return err
	}
	if b != nil {
		return r.readBuiltin(b)
	}
	l, files, err := r.locate()
	if err != nil {
		return err
	}
	m := r.to.Raw
	m.Kind, m.Name, m.Notes = files[0].Format.Kind, setName(r.from.Disk, r.o.Paths), l.Notes
	if err := l.Settle(&r.to.Columns, files[0].Format); err != nil {
		return err
	}
	if err := r.checkFlags(files[0].Format); err != nil {
		return err
	}
	if len(r.o.MissingValues) > 0 && m.Kind != data.Table {
		return message.Usagef("--missing-value is for tables and arrays, and this is %v: leave it out", m.Kind)
	}
	if err := r.readFiles(files); err != nil {
		return err
	}
	for _, listed := range l.Listed {
		source, err := listed.Source(r.from)
		if err != nil {
			return err
		}
		m.Sources = append(m.Sources, source)
	}
	if m.Kind == data.Sound {
		describeSound(m, r.name, l.Listed != nil)
	}
	if r.to.Columns.Of[format.SplitColumn] != "" && !m.HasHeld() {
		return fmt.Errorf("--split-column %s: no row is test data: mark each row as train, test or validation", message.Clean(r.o.SplitColumn))
	}
	if r.o.Array != "" && !r.to.ArrayNamed {
		return message.Usagef("--array is for files of several arrays (.npz, .mat), and this is none: leave it out")
	}
	if r.o.ImageSize != "" && m.Kind != data.Images {
		return message.Usagef("--image-size is for images, and this is %v: leave it out", m.Kind)
	}
	unifySpellings(m, r.to.Missing.Markers)
	compareHeld(m)
	return nil
}

// locate finds the files.
func (r *reading) locate() (*locate.Locator, []format.File, error) {
	l := &locate.Locator{
		Disk: r.from.Disk, Formats: allFormats, Builtins: builtin.Names(), Columns: r.to.Columns, Name: r.name,
		Tests: len(r.o.TestPaths) > 0, RealPaths: map[string]string{},
	}
	if err := l.Locate(r.o.Paths, false); err != nil {
		return nil, nil, err
	}
	if err := l.Locate(r.o.TestPaths, true); err != nil {
		return nil, nil, err
	}
	files, err := l.Located()
	return l, files, err
}

// checkFlags returns an error for flags that do not apply to the data.
func (r *reading) checkFlags(f *format.Format) error {
	if f.Channels {
		if flag := r.to.Columns.Flag("columns", "drop"); flag != "" {
			return message.Usagef("--%s names a column of a table, and %s has channels, from which --columns and --drop choose, and its own labels or targets: leave --%s out", flag, f.Name, flag)
		}
	} else if flag := r.to.Columns.Flag(); flag != "" && !f.Columns {
		return message.Usagef("--%s names a column of a table, but %s has no columns with names: extract fields from the file names with --name, as in --name '{label}_{group}_{rep}', or list the files in manifest.csv",
			flag, f.Name)
	}
	for _, role := range []format.Role{format.Label, format.Group} {
		if column := r.to.Columns.Of[role]; r.name != nil && column != "" && slices.Contains(r.name.Fields, role.String()) {
			return message.Usagef("--%v %s and the {%v} of --name both define the %v: leave one of them out", role, message.Clean(column), role, role)
		}
	}
	return nil
}

// setName returns the name of the set: the first path's base name, for a pattern
// that of its folder, and the number of further paths.
func setName(disk sandbox.Disk, paths []string) string {
	first := paths[0]
	if abs, err := filepath.Abs(first); err == nil {
		first = abs // "." has a name too
	}
	first = locate.Root(disk, first)
	name := message.Clean(filepath.Base(first))
	if len(paths) > 1 {
		name += " and " + message.Counted(len(paths)-1, "more file")
	}
	return name
}

// compareHeld notes groups and files that the test data shares with the other
// data.
func compareHeld(m *data.Raw) {
	groups, both := map[string]bool{}, map[string]bool{}
	var shared []string
	for _, r := range m.Recordings { // test data comes last
		switch {
		case !r.Held:
			groups[r.Group] = true
		case r.Group != "" && groups[r.Group] && !both[r.Group]:
			both[r.Group] = true
			shared = append(shared, r.Group)
		}
	}
	if shared != nil {
		m.Note("in the data and in the test data: %s (%s)", message.Counted(len(shared), "group"), message.List(shared))
	}
	hashes := map[string]string{}
	for _, s := range m.Sources { // the hash of a single file may not be ready
		if other, ok := hashes[s.SHA256]; ok {
			m.Note("%s has the same content as %s", s.Path, other)
		}
		hashes[s.SHA256] = s.Path
	}
}

// mustEmbed returns the default delay embedding of a built-in set.
func mustEmbed(name, written string) prepare.Embedding {
	e, err := prepare.ParseEmbedding(written)
	if err != nil {
		panic("datasets: the embedding of the built-in set " + name + ": " + err.Error())
	}
	return *e
}

// describeSound notes the sound files that were read; listed reports that a
// manifest lists them.
func describeSound(m *data.Raw, name *locate.NamePattern, listed bool) {
	labelled := func(r *data.Recording) bool { return r.Labels != nil }
	switch {
	case slices.ContainsFunc(m.Recordings, labelled):
	case name != nil:
		m.Note("no labels: --name '%s' has no {label}", name.Written)
	case len(m.Recordings) > 1 && !listed:
		m.Note("no labels: extract them from the file names with --name, such as --name '{label}_{group}_{rep}'")
	}
	m.Note("%s read, %s at %g Hz", message.Counted(len(m.Recordings), "sound file"), message.Counted(len(m.Inputs), "channel"), m.Rate)
}
