package datasets

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"

	"example.com/sfatui/datasets/message"
)

// namedArray is an array of a file that holds several.
type namedArray struct {
	*npyArray // its type and shape
	name      string
	numbers   func(context.Context, *sink) ([]float64, error)
	texts     func(context.Context, *sink) ([]string, error)
}

// arrays are those of a file, by name.
type arrays map[string]*namedArray

// The names of arrays that name the columns of X, or hold the samples in a
// second.
var (
	arrayInputs = []string{"inputs", "feature_names", "columns"}
	arrayRates  = []string{"rate", "fs", "Fs", "sfreq", "sampling_rate"}
)

// frame makes a frame of the array of samples and of those beside it that have
// a use, and names the others. The file has size bytes.
func (all arrays) frame(ctx context.Context, to *sink, size int64) (fr *frame, unused []string, err error) {
	x, err := all.samples()
	if err != nil {
		return nil, nil, err
	}
	if fr, err = x.frame(ctx, to, size); err != nil {
		return nil, nil, fmt.Errorf("array %s: %w", x.name, err)
	}
	fr.own = map[Role]string{}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		used := name == x.name
		if !used {
			if used, err = all[name].addTo(ctx, to, fr); err != nil {
				return nil, nil, fmt.Errorf("array %s: %w", name, err)
			}
		}
		if !used {
			unused = append(unused, name)
		}
	}
	return fr, unused, nil
}

// extent is how many dimensions of the array are longer than 1.
func (a *npyArray) extent() int {
	n := 0
	for _, size := range a.shape {
		if size > 1 {
			n++
		}
	}
	return n
}

// samples is the array of samples: X, else the only matrix of numbers, else
// the only vector.
func (all arrays) samples() (*namedArray, error) {
	if x := all["X"]; x != nil {
		return x, nil
	}
	var found [3][]string // by extent
	var listed []string
	for _, name := range slices.Sorted(maps.Keys(all)) {
		a := all[name]
		listed = append(listed, name+" ("+a.describe()+")")
		if _, ok := roleOf(name, InArrays); a.isNumeric() && !ok && a.extent() < len(found) {
			found[a.extent()] = append(found[a.extent()], name)
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
	return nil, fmt.Errorf("which array holds the samples is open: it holds %s; name the one with samples in rows X", message.List(listed))
}

// frame decodes an array of a file of size bytes as samples.
func (a *namedArray) frame(ctx context.Context, to *sink, size int64) (*frame, error) {
	n, d, err := a.dims()
	if err != nil {
		return nil, err
	}
	if err := checkExpansion(a.count, 8, size); err != nil {
		return nil, err
	}
	if err := to.Hold(a.count, "the array"); err != nil {
		return nil, err
	}
	x, err := a.numbers(ctx, to)
	if err != nil {
		return nil, err
	}
	return &frame{rows: n, names: numbered(d), x: x, array: true}, nil
}

// addTo gives a frame what an array beside the samples tells; used is false
// where it tells nothing.
func (a *namedArray) addTo(ctx context.Context, to *sink, fr *frame) (used bool, err error) {
	asked := slices.Contains(to.columns.role[:CutBy], a.name)
	role, known := roleOf(a.name, InArrays)
	names := slices.Contains(arrayInputs, a.name) && !a.isNumeric() && a.count == len(fr.names)
	rate := slices.Contains(arrayRates, a.name) && a.isNumeric() && a.count == 1
	if !asked && !known && !names && !rate {
		return false, nil
	}
	if n := fr.rows; !names && !rate && a.count != n && a.count != len(fr.names) { // so of samples in columns
		return true, fmt.Errorf("it has %s, but there are %s: it must have one a sample", message.Counted(a.count, "value"), message.Counted(n, "sample"))
	}
	if err := to.Hold(a.count, "the array"); err != nil {
		return true, err
	}
	b := besideColumn{name: a.name}
	if a.isNumeric() {
		b.numbers, err = a.numbers(ctx, to)
	} else if err = to.holdBeside(a.count, textBytes, []string{a.name}); err == nil {
		b.texts, err = a.texts(ctx, to)
	}
	switch {
	case err != nil:
	case names:
		fr.names = b.texts
		err = checkNames(fr.names, 0)
	case rate:
		if r := b.numbers[0]; r > 0 && r-r == 0 {
			fr.rate = r
		}
	default:
		fr.beside = append(fr.beside, b)
		if a.name == "y" && slices.ContainsFunc(b.numbers, func(v float64) bool { return v != math.Trunc(v) }) {
			role = Target // as y is in regression
		}
		if known && fr.own[role] == "" {
			fr.own[role] = a.name
		}
	}
	return true, err
}

// noteUnused notes arrays that have no use.
func (to *sink) noteUnused(base string, unused []string) {
	if unused != nil {
		to.Note("%s: arrays left out: %s; name one with --label, --segment, --group or --target to use it", base, message.List(unused))
	}
}
