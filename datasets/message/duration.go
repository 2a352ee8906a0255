package message

import (
	"fmt"
)

// YearSeconds are the seconds of a year of 365.25 days.
const YearSeconds = 365.25 * 86400

// Duration is a number of seconds in a unit that is easy to read.
func Duration(s float64) string {
	for _, u := range []struct {
		name string
		size float64
	}{{"years", YearSeconds}, {"days", 86400}, {"h", 3600}, {"min", 60}, {"s", 1}, {"ms", 1e-3}} {
		if s >= 2*u.size || s >= u.size && u.size < 86400 {
			return fmt.Sprintf("%.5g %s", s/u.size, u.name)
		}
	}
	return fmt.Sprintf("%.5g µs", s*1e6)
}
