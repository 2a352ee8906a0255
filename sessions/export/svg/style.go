package svg

// Places and sizes, in units of about a pixel.
const (
	pageWidth             = 640.0
	plotLeft, plotRight   = 64.0, pageWidth - 14
	plotTop, plotBottom   = 12.0, 270.0
	legendTop, lineHeight = 318.0, 18.0
	digitWidth            = 7.0 // of a character
	markerSize            = 4.5
)

const gridColour, inkColour, bestColour = "#dddddd", "#333333", "#f0b400"

// palette keeps eight series apart on white for colour-blind readers too (M. Okabe
// and K. Ito, Color Universal Design, 2008). Marks keep them apart without colour.
var palette = []string{"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#8c6d31"}
