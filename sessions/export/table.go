package export

import "slices"

// table lists the formats in display order.
var table = []Exporter{csvTable, jsonLines, markdownReport, htmlReport, svgDrawing, pngImage, npzArrays, onnxModel}

// Register adds a format to the table, text formats before binary ones. It is
// for packages above this one, at the start of a program. Parameters of the
// same name must be equal, as they become flags of one command.
func Register(e Exporter) {
	if e.Extension == "" || e.Write == nil {
		panic("export: a format needs an Extension and Write")
	}
	for _, other := range table {
		if other.Extension == e.Extension {
			panic("export: format " + e.Extension + " is registered twice")
		}
		for _, p := range other.Parameters {
			if slices.ContainsFunc(e.Parameters, func(q Parameter) bool { return q.Name == p.Name && q != p }) {
				panic("export: formats " + other.Extension + " and " + e.Extension + " have different parameters " + p.Name)
			}
		}
	}
	at := len(table)
	for !e.Binary && at > 0 && table[at-1].Binary {
		at--
	}
	table = slices.Insert(table, at, e)
}

// All returns the formats in display order.
func All() []Exporter { return slices.Clone(table) }

// Named returns the format with an extension, false for none.
func Named(extension string) (Exporter, bool) {
	i := slices.IndexFunc(table, func(e Exporter) bool { return e.Extension == extension })
	if i < 0 {
		return Exporter{}, false
	}
	return table[i], true
}
