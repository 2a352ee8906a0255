package sound

import (
	"fmt"
	"strconv"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/message"
)

// addSound adds a file as one segment, r, which contains its samples, frame by
// frame.
func addSound(to *format.Sink, f format.File, rate, channels int, r *data.Recording) error {
	if len(to.Sources) == 0 {
		to.Rate, to.Inputs = float64(rate), channelNames(channels)
	} else if err := sameSound(to, f.Shown(), rate, channels); err != nil {
		return err
	}
	r.Name, r.Held, r.Rows = f.Base(), f.Held, len(r.X)/channels
	to.Recordings = append(to.Recordings, r)
	return nil
}

// channelNames returns the names of the inputs of a sound.
func channelNames(channels int) []string {
	if channels == 1 {
		return []string{"amplitude"}
	}
	names := make([]string, channels)
	for i := range names {
		names[i] = "channel" + strconv.Itoa(i+1)
	}
	return names
}

// sameSound returns an error for a further file with another rate or number of
// channels.
func sameSound(to *format.Sink, path string, rate, channels int) error {
	first := to.Sources[0].Path
	if float64(rate) != to.Rate {
		return fmt.Errorf("%s has %g Hz but %s has %d Hz: all files must have one rate; resample one, for example with sox IN.wav -r %g OUT.wav",
			first, to.Rate, path, rate, to.Rate)
	}
	if channels != len(to.Inputs) {
		return fmt.Errorf("%s has %s but %s has %s: all files must have the same number; mix them, for example with sox IN.wav -c %d OUT.wav",
			first, message.Counted(len(to.Inputs), "channel"), path, message.Counted(channels, "channel"), min(channels, len(to.Inputs)))
	}
	return nil
}
