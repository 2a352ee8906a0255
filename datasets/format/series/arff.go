package series

import (
	"bytes"
	"context"
	"io"
	"slices"
	"strconv"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/format/lex"
	"example.com/sfatui/datasets/message"
)

// ARFF reads tables and series of Weka.
var ARFF = format.Format{Name: "an ARFF file", Kind: data.Table, Family: "time series", Shown: ".arff", Columns: true, Read: readARFF,
	Extensions: []string{".arff"}, Looks: looksLikeARFF,
	Extent: arffExtent}

// looksLikeARFF recognises an ARFF file by its first words. A .tsf file of the
// Monash archive also has attributes, but further words about its series.
func looksLikeARFF(head []byte) format.Confidence {
	for _, word := range []string{"frequency", "horizon", "missing", "equallength"} {
		if bytes.Contains(head, []byte("\n@"+word)) {
			return format.No
		}
	}
	return announced(head, "relation", "attribute")
}

// readARFF reads an ARFF file. Series are a relational attribute, whose rows
// are channels, or attributes att0, att1 … with one nominal attribute at the
// end, as in the archives of time series (UCR, UEA). Any other file is a table.
func readARFF(ctx context.Context, src *format.Source, to *format.Sink) error {
	r := &arffReader{ctx: ctx, to: to, f: src.File, path: src.Shown(), raw: src.Unhashed()}
	if err := r.read(src.Reader()); err != nil {
		return err
	}
	return nil
}

// read reads the text of an ARFF file.
func (r *arffReader) read(in io.Reader) error {
	r.scan = lex.NewScanner(in, ',')
	r.scan.MaxLine = maxSeriesLine
	var err error
	if r.attributes, err = headerOfARFF(r.scan); err != nil {
		return r.at(err)
	}
	relation := slices.IndexFunc(r.attributes, func(a arffAttribute) bool { return a.kind == arffRelational })
	switch {
	case relation >= 0:
		return r.readRelations(relation)
	case r.isSeries():
		return r.readFlatSeries()
	}
	return r.readTable()
}

// isSeries reports whether each row is a series, in the form of the archives.
// With flags for columns other than the label, the file is read as a table.
func (r *arffReader) isSeries() bool {
	last := len(r.attributes) - 1
	if last < 2 || r.attributes[last].kind != arffNominal || r.to.Transpose {
		return false
	}
	o := r.to.Columns
	if message.Clean(o.Of[format.Label]) == r.attributes[last].name {
		o.Of[format.Label] = ""
	}
	if o.Flag() != "" {
		return false
	}
	for i, a := range r.attributes[:last] {
		if a.kind != arffNumeric || a.name != "att"+strconv.Itoa(i) && a.name != "att"+strconv.Itoa(i+1) {
			return false
		}
	}
	return true
}
