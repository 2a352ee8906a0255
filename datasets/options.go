package datasets

import (
	"os"
	"reflect"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/storage"
)

// Options say how to read a data set: the data flags of the command line,
// kept in a session so that the set can be opened again.
type Options struct {
	// Paths are a built-in set's name, files, or directories of files.
	// None means the built-in set "vowels".
	Paths []string `json:"paths,omitempty"`
	// TestPaths is explicit test data, read like Paths; its segments are Held.
	TestPaths []string `json:"test_data,omitempty"`
	// Label, Segment, Group and Target name columns of a table.
	Label   string `json:"label,omitempty"`
	Segment string `json:"segment,omitempty"`
	Group   string `json:"group,omitempty"`
	Target  string `json:"target,omitempty"`
	// Importance and TransitionImportance name columns of a table that weigh
	// samples and transitions: numbers of 0 or above, and above 0.
	Importance           string `json:"importance,omitempty"`
	TransitionImportance string `json:"transition_importance,omitempty"`
	// CutBy names a column of a table where a segment begins whenever its value
	// changes.
	CutBy string `json:"cut_by,omitempty"`
	// SplitColumn names a column that says of each row which part it is in:
	// train, test or validation.
	SplitColumn string `json:"split_column,omitempty"`
	// Clock names the column that holds the time of each row, with its unit where it
	// has to be said: "t", "t:ms".
	Clock string `json:"clock,omitempty"`
	// Columns names the columns of a table that are inputs; without any, all
	// that have no other role are.
	Columns []string `json:"columns,omitempty"`
	// Drop names columns of a table that are not inputs.
	Drop []string `json:"drop,omitempty"`
	// Name is the pattern of WAV file names, such as "{label}_{group}_{rep}".
	Name string `json:"name,omitempty"`
	// Where keeps the segments whose fields match, such as
	// "rep=5..14 label=3,7". The fields are those of Name, or of a table the
	// columns named by Label, Segment and Group, by role and by column name.
	Where string `json:"where,omitempty"`
	// Embed is the delay embedding as written, "l=500,epsilon=5,delta=50",
	// "none", or "" for the default of the kind of data.
	Embed string `json:"embed,omitempty"`
	// Unit is what a sample is: "row" (also "") or "segment", a whole series.
	Unit string `json:"unit,omitempty"`
	// Log takes logarithms: "log" of numbers above 0, "log1p" of 1+x, "signed"
	// is sign(x)·log(1+|x|).
	Log string `json:"log,omitempty"`
	// Resample brings segments to another rate: "100Hz", or a factor, "1/4".
	Resample string `json:"resample,omitempty"`
	// STFT makes frames of the short-time Fourier transform the samples, as in
	// "length=512,hop=256,values=complex".
	STFT string `json:"stft,omitempty"`
	// Array names the array that holds the samples, of a file of several.
	Array string `json:"array,omitempty"`
	// ImageSize is the width and height that images are brought to, "32x24".
	ImageSize string `json:"image_size,omitempty"`
	// Normalise is "peak", "rms", "standard" (each input of a segment to mean 0
	// and variance 1), "none", or "" for the default of the kind of data (peak
	// for sound, none otherwise).
	Normalise string `json:"normalise,omitempty"`
	// Differing says what is done about tables of a folder whose inputs are not
	// those of most: "refuse" (also ""), "leave-out", or "common", which keeps the
	// inputs that all have.
	Differing string `json:"differing,omitempty"`
	// Transpose reads tables and arrays whose rows are the variables.
	Transpose bool `json:"transpose,omitempty"`
	// Missing says what a missing or infinite number does: "refuse" (also "")
	// is an error that names its place, "split" ends a segment there,
	// "interpolate:K" fills runs of up to K rows along a line and ends a
	// segment at longer ones.
	Missing string `json:"missing,omitempty"`
	// MissingValues stand for a missing number in inputs and targets, beside empty
	// cells, NaN and the words that always do: numbers such as -999, and words.
	MissingValues []string `json:"missing_value,omitempty"`
	// Gaps says what is done where the clock leaps or runs back: "split" (also "") ends
	// a segment there, "ignore" goes on, "refuse" is an error that names the place.
	Gaps string `json:"gaps,omitempty"`
	// Few takes fewer samples than slowness can be measured of, and one alone: a model that
	// was trained before is applied to them.
	Few bool `json:"-"`
	// Memory bounds, in bytes, what the numbers of the set take in memory, with
	// room for what is computed from them: what is more is kept in files. 0 keeps
	// all in memory. It is no part of what the data is.
	Memory int64 `json:"-"`
	// Granted says that the user wrote Memory: a file may become as much, however few bytes
	// it has.
	Granted bool `json:"-"`
	// Root is the folder that files are read from: paths are absolute ones below
	// Root.Name(), or relative to it; what leads out of it by "..", by a link or by
	// another absolute path is refused. Nil reads any. It is no part of what the
	// data is.
	Root *os.Root `json:"-"`
	// Limit keeps at most that many samples after embedding, the first ones, of
	// the data and of the test data each; 0 keeps all.
	Limit int `json:"limit,omitempty"`
}

// Check refuses options whose texts cannot be, before anything is read.
func (o Options) Check() error {
	_, _, err := (&reading{o: o, to: o.sink()}).parse()
	return err
}

// columns are what the options say of columns.
func (o Options) columns() format.Columns {
	clock := format.ParseClock(o.Clock)
	return format.Columns{Clock: clock, Of: [...]string{
		format.Label: o.Label, format.SegmentName: o.Segment, format.Group: o.Group, format.Target: o.Target,
		format.Importance: o.Importance, format.TransitionImportance: o.TransitionImportance, format.CutBy: o.CutBy, format.SplitColumn: o.SplitColumn, format.Time: clock.Column,
	}, Inputs: o.Columns, Drop: o.Drop}
}

// sink takes what is read with these options.
func (o Options) sink() *format.Sink {
	to := &format.Sink{Raw: &data.Raw{}, Columns: o.columns(), Transpose: o.Transpose, Array: o.Array}
	to.Store.Budget = o.Memory / storage.Share
	if o.Granted {
		to.Granted = o.Memory
	}
	return to
}

// whole reports whether all that is read is asked for as it is: nothing is
// chosen, scaled or transposed.
func (o Options) whole() bool {
	asked := Options{Paths: o.Paths, Limit: o.Limit, Memory: o.Memory, Granted: o.Granted, Root: o.Root, Embed: o.Embed}
	return reflect.DeepEqual(o, asked) && (o.Embed == "" || o.Embed == "none")
}
