package commands

import (
	"io"

	"example.com/sfatui/cmd/sfatui/cli"
	"example.com/sfatui/sessions/export"
	"example.com/sfatui/sessions/export/svg"
	"example.com/sfatui/ui/chart"
)

// textPicture exports a view as the workbench draws it. It is here because the
// workbench's charts are above the sessions.
var textPicture = export.Pictures(export.Exporter{
	Extension:  "txt",
	Doc:        "the same plots in characters, each of at most --size",
	Parameters: []export.Parameter{screenSize},
	Check: func(o export.Options) error {
		_, _, err := sizeOf(o)
		return err
	},
}, func(w io.Writer, d svg.Drawing, o export.Options) error {
	width, height, err := sizeOf(o)
	if err != nil {
		return err
	}
	return chart.Write(w, d, width, height)
})

// The least size of a picture in characters.
const leastWidth, leastHeight = 30, 8

// sizeOf returns the columns and rows of a picture in characters.
func sizeOf(o export.Options) (width, height int, err error) {
	if width, height, err = screenSizeOf(o); err != nil {
		return 0, 0, err
	}
	if width < leastWidth || height < leastHeight || width > 1000 || height > 1000 {
		return 0, 0, cli.Usagef("--size %dx%d: use a size from %d×%d to 1000×1000", width, height, leastWidth, leastHeight)
	}
	return width, height, nil
}
