package drawing

// Mark is the shape that tells one series, or one class, from the others without
// colour.
type Mark struct {
	Glyph, ASCII string // one terminal cell, in Unicode and in 7-bit ASCII
	Outline      string // an SVG path around the current point, about 10 units wide
}

// Marks are the marks of the first series, in order.
var Marks = [...]Mark{
	{"●", "o", "m-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0z"},      // disc
	{"▲", "x", "m0 -5l5 9h-10z"},                                     // triangle
	{"■", "+", "m-4 -4h8v8h-8z"},                                     // square
	{"◆", "*", "m0 -5.5l5 5.5l-5 5.5l-5 -5.5z"},                      // diamond
	{"○", "#", "m0 5l5 -9h-10z"},                                     // circle; triangle on its tip
	{"△", "%", "m-1.5 -5h3v3.5h3.5v3h-3.5v3.5h-3v-3.5h-3.5v-3h3.5z"}, // open triangle; cross
	{"□", "&", "m0 -5.5l5 4l-2 6h-6l-2 -6z"},                         // open square; pentagon
	{"◇", "$", "m-5 -2h10v4h-10z"},                                   // open diamond; bar
}
