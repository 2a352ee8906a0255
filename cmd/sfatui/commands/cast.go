package commands

import (
	"context"
	"io"
	"strconv"
	"strings"

	"example.com/sfatui/cmd/sfatui/cli"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/export"
	"example.com/sfatui/ui"
	"example.com/sfatui/ui/settings"
)

var (
	screenSize = export.Parameter{Name: "size", Default: "120x40", Doc: "columns and rows"}
	castSpeed  = export.Parameter{Name: "speed", Default: 0.0, Doc: "playback speed as a multiple of real time (default: fits the replay into a minute)"}
	castColor  = export.Parameter{Name: "color", Default: "256", Doc: "never, 16, 256 or true"}
)

// asciicast exports the replay of a session. It is here because the workbench
// draws it.
var asciicast = export.Exporter{
	Extension:  "cast",
	Doc:        "the replay as an asciicast (version 2) for terminal players",
	Parameters: []export.Parameter{screenSize, castSpeed, castColor},
	Check: func(o export.Options) error {
		_, err := castOptions(o)
		return err
	},
	Write: func(ctx context.Context, w io.Writer, s *sessions.Session, o export.Options) error {
		cast, err := castOptions(o)
		if err != nil {
			return err
		}
		return ui.Cast(ctx, w, s, cast)
	},
}

// castOptions parses the options of a recording, and returns an error for
// invalid ones.
func castOptions(o export.Options) (ui.CastOptions, error) {
	width, height, err := screenSizeOf(o)
	cast := ui.CastOptions{Width: width, Height: height, Speed: castSpeed.Number(o), Color: castColor.Text(o)}
	switch {
	case err != nil:
		return cast, err
	case castSpeed.Changed(o) && !(cast.Speed > 0):
		return cast, cli.Usagef("--speed %g: must be above 0", cast.Speed)
	}
	if err := checkColor(cast.Color); err != nil {
		return cast, err
	}
	if err := cast.Check(); err != nil {
		return cast, cli.Usage(err)
	}
	return cast, nil
}

// checkColor returns an error for an unknown colour setting.
func checkColor(text string) error {
	f, _ := settings.Named("color")
	if err := f.Set(new(settings.Settings), text); err != nil {
		return cli.Usagef("--color %w", err)
	}
	return nil
}

// screenSizeOf parses the columns and rows of the parameter size.
func screenSizeOf(o export.Options) (width, height int, err error) {
	size := screenSize.Text(o)
	w, h, ok := strings.Cut(size, "x")
	width, errW := strconv.Atoi(w)
	height, errH := strconv.Atoi(h)
	if !ok || errW != nil || errH != nil {
		return 0, 0, cli.Usagef("--size %q: give columns and rows, such as 80x24", message.Clean(size))
	}
	return width, height, nil
}
