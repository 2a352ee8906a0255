package datasets

import (
	"os"
	"reflect"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/storage"
)

// Options specifies how to read a data set. It holds the data flags of the
// command line, and is stored in a session so that the set can be opened again.
type Options struct {
	// Paths are a built-in set's name, files, directories of files, or patterns
	// such as "runs/*.csv".
	// None means the built-in set "vowels".
	Paths []string `json:"paths,omitempty"`
	// TestPaths is explicit test data, read like Paths; its segments are Held.
	TestPaths []string `json:"test_data,omitempty"`
	// Label, Segment, Group and Target name columns of a table.
	Label   string `json:"label,omitempty"`
	Segment string `json:"segment,omitempty"`
	Group   string `json:"group,omitempty"`
	Target  string `json:"target,omitempty"`
	// Importance and TransitionImportance name columns of a table that weight
	// samples (numbers ≥ 0) and transitions (numbers > 0).
	Importance           string `json:"importance,omitempty"`
	TransitionImportance string `json:"transition_importance,omitempty"`
	// CutBy names a column of a table where a segment begins whenever its value
	// changes.
	CutBy string `json:"cut_by,omitempty"`
	// SplitColumn names a column with the part of each row: train, test or
	// validation.
	SplitColumn string `json:"split_column,omitempty"`
	// Clock names the column with the time of each row, followed by its unit if
	// necessary: "t", "t:ms".
	Clock string `json:"clock,omitempty"`
	// Columns names the columns of a table that are inputs; if empty, all
	// columns without another role are.
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
	// Unit is the unit of a sample: "row" (also "") or "segment", a whole
	// series.
	Unit string `json:"unit,omitempty"`
	// Log takes logarithms: "log" of positive numbers, "log1p" of 1+x, "signed"
	// for sign(x)·log(1+|x|).
	Log string `json:"log,omitempty"`
	// Resample changes the rate of segments, to "100Hz" or by a factor, "1/4".
	Resample string `json:"resample,omitempty"`
	// STFT replaces the samples by frames of the short-time Fourier transform,
	// as in "length=512,hop=256,values=complex".
	STFT string `json:"stft,omitempty"`
	// Array names the array with the samples in a file of several.
	Array string `json:"array,omitempty"`
	// ImageSize is the width and height to which images are scaled, "32x24".
	ImageSize string `json:"image_size,omitempty"`
	// Normalise is "peak", "rms", "standard" (each input of a segment to mean 0
	// and variance 1), "none", or "" for the default of the kind of data (peak
	// for sound, none otherwise).
	Normalise string `json:"normalise,omitempty"`
	// Differing is the treatment of tables in a folder whose inputs differ from
	// those of most: "refuse" (also ""), "leave-out", or "common", which keeps
	// the inputs that all have.
	Differing string `json:"differing,omitempty"`
	// Transpose reads tables and arrays whose rows are the variables.
	Transpose bool `json:"transpose,omitempty"`
	// Missing is the treatment of missing and infinite values: "refuse" (also
	// "") returns an error with the place, "split" ends a segment there,
	// "interpolate:K" interpolates runs of up to K rows linearly and ends a
	// segment at longer ones.
	Missing string `json:"missing,omitempty"`
	// MissingValues are further markers of missing values in inputs and
	// targets, besides empty cells, NaN and the usual words: numbers such as
	// -999, and words.
	MissingValues []string `json:"missing_value,omitempty"`
	// Gaps is the treatment of gaps and backward steps in time: "split" (also
	// "") ends a segment there, "ignore" joins the rows, "refuse" returns an
	// error with the place.
	Gaps string `json:"gaps,omitempty"`
	// Few allows fewer samples than slowness requires, down to one, for
	// applying a trained model.
	Few bool `json:"-"`
	// Memory is the maximum size in bytes of the set's numbers in memory,
	// including room for computations; larger sets are kept in files. 0 keeps
	// all in memory. It does not affect the data.
	Memory int64 `json:"-"`
	// Granted reports that the user set Memory: a file may then expand to that
	// size, however small it is.
	Granted bool `json:"-"`
	// Root is the folder that files are read from: paths are absolute ones
	// below Root.Name(), or relative to it; paths that leave it by "..", by a
	// link or as another absolute path are refused. Nil allows any path. It
	// does not affect the data.
	Root *os.Root `json:"-"`
	// Limit keeps at most that many first samples after embedding, of the data
	// and of the test data each; 0 keeps all.
	Limit int `json:"limit,omitempty"`
}

// Check returns an error if the options cannot be parsed, before anything is
// read.
func (o Options) Check() error {
	_, _, err := (&reading{o: o, to: o.sink()}).parse()
	return err
}

// columns returns the options on columns.
func (o Options) columns() format.Columns {
	clock := format.ParseClock(o.Clock)
	return format.Columns{Clock: clock, Of: [...]string{
		format.Label: o.Label, format.SegmentName: o.Segment, format.Group: o.Group, format.Target: o.Target,
		format.Importance: o.Importance, format.TransitionImportance: o.TransitionImportance, format.CutBy: o.CutBy, format.SplitColumn: o.SplitColumn, format.Time: clock.Column,
	}, Inputs: o.Columns, Drop: o.Drop}
}

// sink returns a sink with these options.
func (o Options) sink() *format.Sink {
	to := &format.Sink{Raw: &data.Raw{}, Columns: o.columns(), Transpose: o.Transpose, Array: o.Array}
	to.Store.Budget = o.Memory / storage.Share
	if o.Granted {
		to.Granted = o.Memory
	}
	return to
}

// readsAll reports whether the options request all data unchanged: nothing is
// selected, scaled or transposed.
func (o Options) readsAll() bool {
	asked := Options{Paths: o.Paths, Limit: o.Limit, Memory: o.Memory, Granted: o.Granted, Root: o.Root, Embed: o.Embed}
	return reflect.DeepEqual(o, asked) && (o.Embed == "" || o.Embed == "none")
}
