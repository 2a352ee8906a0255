package data

// Kind is what sort of data a file holds; it decides the defaults.
type Kind int

const (
	Table Kind = iota
	Sound
	Images
)

// String is the kind as a message names it.
func (k Kind) String() string {
	return [...]string{Table: "a table or series", Sound: "sound", Images: "images"}[k]
}
