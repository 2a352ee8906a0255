package method

import "example.com/sfatui/engine/part"

// Kinds is the table of all methods.
var Kinds = part.NewTable[Kind](Name, "")

func init() {
	Kinds.Register(slow, principal, pfa, forecastable, incremental, random)
}
