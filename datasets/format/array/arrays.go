package array

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/format/elements"
	"example.com/sfatui/datasets/message"
)

// namedArray is an array of a file that holds several.
type namedArray struct {
	*elements.Array // type and shape
	name            string
	numbers         func(context.Context, *format.Sink) ([]float64, error)
	texts           func(context.Context, *format.Sink) ([]string, error)
	unread          string // why it cannot be read; "" for others
}

// unreadArray returns an array that cannot be read, with the reason.
func unreadArray(name, why string) *namedArray {
	return &namedArray{Array: &elements.Array{}, name: name, unread: why}
}

// readable reports whether any array can be read, or is named as the samples, in which
// case its error explains why it cannot be read.
func (all arrays) readable() bool {
	for _, a := range all {
		if a.unread == "" || a.name == "X" {
			return true
		}
	}
	return false
}

// arrays holds the arrays of a file by name.
type arrays map[string]*namedArray

// The names of arrays with the names of X's columns, and of those with the
// number of samples per second.
var (
	arrayInputs = []string{"inputs", "feature_names", "columns"}
	arrayRates  = []string{"rate", "fs", "Fs", "sfreq", "sampling_rate"}
)

// add adds the arrays of a file to the sink, and notes the unused ones.
func (all arrays) add(ctx context.Context, src *format.Source, to *format.Sink) error {
	fr, unused, err := all.frame(ctx, to, src.Len())
	if err != nil {
		return src.Fail(err)
	}
	fr.Path = src.Shown()
	noteUnused(to, src.Base(), unused)
	return to.Frame(ctx, fr, src.File)
}

// frame returns a frame with the array of samples and the other arrays that have a
// role. It also returns the unused arrays. The file has size bytes.
func (all arrays) frame(ctx context.Context, to *format.Sink, size int64) (fr *format.Frame, unused []*namedArray, err error) {
	x, err := all.samples(to.Array)
	if err != nil {
		return nil, nil, err
	}
	to.ArrayNamed = to.Array != ""
	if fr, err = x.frame(ctx, to, size); err != nil {
		return nil, nil, fmt.Errorf("array %s: %w", x.name, err)
	}
	fr.Own = map[format.Role]string{}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		used := name == x.name
		if !used {
			if used, err = all[name].addTo(ctx, to, fr); err != nil {
				return nil, nil, fmt.Errorf("array %s: %w", name, err)
			}
		}
		if !used {
			unused = append(unused, all[name])
			fr.Unread = append(fr.Unread, name)
		}
	}
	return fr, unused, nil
}

// extentOf returns a function that measures the samples of a file from the
// headers of its arrays.
func extentOf(read func(context.Context, io.ReaderAt, int64) (arrays, error)) format.Measure {
	return func(ctx context.Context, _ format.File, r io.ReaderAt, size int64) (e format.Extent, err error) {
		all, err := read(ctx, r, size)
		if err != nil {
			return e, err
		}
		x, err := all.samples("")
		if err == nil {
			e.Rows, e.Columns, err = dims(x.Array)
		}
		return e, err
	}
}

// samples returns the array of samples: the requested one, else X, else the
// only matrix of numbers, else the only vector.
func (all arrays) samples(asked string) (*namedArray, error) {
	x := all[message.Clean(cmp.Or(asked, "X"))]
	if x != nil && x.unread != "" {
		return nil, fmt.Errorf("array %s: %s", x.name, x.unread)
	} else if x != nil {
		return x, nil
	}
	if asked != "" {
		names := slices.Sorted(maps.Keys(all))
		return nil, message.Mistaken(message.Usagef("--array %s: there is no such array: it holds %s", message.Clean(asked), message.List(names)), asked, names)
	}
	var found [3][]string // by number of dimensions
	var listed []string
	for _, name := range slices.Sorted(maps.Keys(all)) {
		a := all[name]
		if a.unread != "" {
			listed = append(listed, name+" ("+a.unread+")")
			continue
		}
		listed = append(listed, name+" ("+a.Describe()+")")
		if _, ok := format.RoleOf(name, format.InArrays); a.IsNumeric() && !ok && a.Extent() < len(found) {
			found[a.Extent()] = append(found[a.Extent()], name)
		}
	}
	for extent := 2; extent > 0; extent-- {
		if len(found[extent]) == 1 {
			return all[found[extent][0]], nil
		}
		if len(found[extent]) > 1 {
			break
		}
	}
	if all["indptr"] != nil && all["format"] != nil {
		return nil, errors.New("it holds a sparse SciPy matrix, which is not supported: save a dense one, with numpy.savez(f, X=scipy.sparse.load_npz(g).toarray())")
	}
	if found[1] == nil && found[2] == nil {
		return nil, fmt.Errorf("it holds no numeric array, only %s: save a matrix with samples in rows as X", message.List(listed))
	}
	return nil, fmt.Errorf("it holds several arrays that could be the samples, %s: choose one, as in --array %s, or rename the one with samples in rows to X", message.List(listed), message.Quote(slices.Concat(found[2], found[1])[:1]))
}

// frame decodes an array of a file of size bytes as samples.
func (a *namedArray) frame(ctx context.Context, to *format.Sink, size int64) (*format.Frame, error) {
	n, d, err := dims(a.Array)
	if err != nil {
		return nil, err
	}
	if err := to.CheckExpansion(a.Count, 8, size); err != nil {
		return nil, err
	}
	if err := to.Hold(a.Count, "the array"); err != nil {
		return nil, err
	}
	x, err := a.numbers(ctx, to)
	if err != nil {
		return nil, err
	}
	return &format.Frame{Rows: n, Names: format.Numbered(d), X: x, Array: true, Long: a.isLong()}, nil
}

// isLong reports whether elements are 64-bit integers.
func (a *namedArray) isLong() bool { return (a.Kind == 'i' || a.Kind == 'u') && a.Size == 8 }

// addTo adds an array other than the samples to a frame. used is false if the array has
// no role.
func (a *namedArray) addTo(ctx context.Context, to *format.Sink, fr *format.Frame) (used bool, err error) {
	if to.Columns.Drops(a.name) {
		return false, nil
	}
	asked := slices.Contains(to.Columns.Of[:], a.name)
	if a.unread != "" && asked {
		return false, errors.New(a.unread)
	} else if a.unread != "" {
		return false, nil
	}
	role, known := format.RoleOf(a.name, format.InArrays)
	names := slices.Contains(arrayInputs, a.name) && !a.IsNumeric() && a.Count == len(fr.Names)
	rate := slices.Contains(arrayRates, a.name) && a.IsNumeric() && a.Count == 1
	if !asked && !known && !names && !rate {
		return false, nil
	}
	if n := fr.Rows; !names && !rate && a.Count != n && a.Count != len(fr.Names) { // or one per column, for samples in columns
		return true, fmt.Errorf("it has %s, but there are %s: it needs one value per sample; leave it out with --drop %s", message.Counted(a.Count, "value"), message.Counted(n, "sample"), message.Quote([]string{a.name}))
	}
	if err := to.Hold(a.Count, "the array"); err != nil {
		return true, err
	}
	fr.Long = fr.Long || a.isLong()
	b := format.Column{Name: a.name}
	if a.IsNumeric() {
		b.Numbers, err = a.numbers(ctx, to)
	} else if err = to.HoldBeside(a.Count, format.TextBytes, []string{a.name}); err == nil {
		b.Texts, err = a.texts(ctx, to)
	}
	switch {
	case err != nil:
	case names:
		fr.Names = b.Texts
		err = format.CheckNames(fr.Names, 0)
	case rate:
		if r := b.Numbers[0]; r > 0 && r-r == 0 {
			fr.Rate = r
		}
	default:
		fr.Further = append(fr.Further, b)
		if a.name == "y" && slices.ContainsFunc(b.Numbers, func(v float64) bool { return v == v && v != math.Trunc(v) }) {
			role = format.Target // y is a target in regression
		}
		if known && fr.Own[role] == "" {
			fr.Own[role] = a.name
		}
	}
	return true, err
}

// noteUnused adds a note on arrays without a role, unless an option leaves them out.
func noteUnused(to *format.Sink, base string, unused []*namedArray) {
	var names []string
	for _, a := range unused {
		if to.Columns.Drops(a.name) {
			continue
		}
		if a.unread != "" {
			to.Note("%s: array %s left out: %s", base, a.name, a.unread)
			continue
		}
		names = append(names, a.name)
	}
	if names != nil {
		to.Note("%s: arrays left out: %s; name one with --label, --segment, --group or --target to use it", base, message.List(names))
	}
}

// dims returns the numbers of rows and columns of an array of samples.
func dims(a *elements.Array) (n, d int, err error) {
	switch {
	case !a.IsNumeric():
		return 0, 0, errors.New("the array holds text: samples must be numbers")
	case len(a.Shape) == 1:
		n, d = a.Shape[0], 1
	case len(a.Shape) == 2:
		n, d = a.Shape[0], a.Shape[1]
	default:
		return 0, 0, fmt.Errorf("the array is %s: samples must be an array of two dimensions, samples × inputs; for segments × time × inputs save a.reshape(-1, a.shape[2]) as X, and an array segment, in an NPZ file",
			a.Describe())
	}
	if n == 0 || d == 0 {
		return 0, 0, fmt.Errorf("the array is %s: it holds no samples", a.Describe())
	}
	if d > data.MaxInputs && n > 1 {
		return 0, 0, fmt.Errorf("the array is %s: more than %d inputs are not read; save its transpose if samples are its columns", a.Describe(), data.MaxInputs)
	}
	return n, d, nil
}
