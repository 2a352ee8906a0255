package drawing

// Mark is the shape that tells one series, or one class, from the others without
// colour.
type Mark struct {
	Glyph, ASCII string // one terminal cell, in Unicode and in 7-bit ASCII
	Outline      string // an SVG path around the current point, about 10 units wide
}

// Marks are the marks of the first series, in order: eight that are filled, and the same
// eight with a hole.
var Marks = [...]Mark{
	{"●", "o", "m-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0z"},      // disc
	{"▲", "x", "m0 -5l5 9h-10z"},                                     // triangle
	{"■", "+", "m-4 -4h8v8h-8z"},                                     // square
	{"◆", "*", "m0 -5.5l5 5.5l-5 5.5l-5 -5.5z"},                      // diamond
	{"▼", "#", "m0 5l5 -9h-10z"},                                     // triangle on its tip
	{"✚", "%", "m-1.5 -5h3v3.5h3.5v3h-3.5v3.5h-3v-3.5h-3.5v-3h3.5z"}, // cross
	{"◥", "&", "m-4.5 -4.5h9v9z"},                                    // corner
	{"▬", "$", "m-5 -2h10v4h-10z"},                                   // bar
	{"○", "a", "m-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0zm2.5 0a2 2 0 1 1 4 0a2 2 0 1 1 -4 0z"},
	{"△", "b", "m0 -5l5 9h-10zm-2 5a2 2 0 1 0 4 0a2 2 0 1 0 -4 0z"},
	{"□", "c", "m-4 -4h8v8h-8zm2 4a2 2 0 1 0 4 0a2 2 0 1 0 -4 0z"},
	{"◇", "d", "m0 -5.5l5 5.5l-5 5.5l-5 -5.5zm-2 5.5a2 2 0 1 0 4 0a2 2 0 1 0 -4 0z"},
	{"▽", "e", "m0 5l5 -9h-10zm-2 -5a2 2 0 1 1 4 0a2 2 0 1 1 -4 0z"},
	{"✛", "f", "m-1.5 -5h3v3.5h3.5v3h-3.5v3.5h-3v-3.5h-3.5v-3h3.5zm0.5 5a1 1 0 1 0 2 0a1 1 0 1 0 -2 0z"},
	{"◹", "g", "m-4.5 -4.5h9v9zm4.5 3a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0 -3 0z"},
	{"▭", "h", "m-5 -2h10v4h-10zm4 2a1 1 0 1 0 2 0a1 1 0 1 0 -2 0z"},
}
