package sweep

import (
	"strings"

	"example.com/sfatui/engine/part"
)

// Label names the point in a line: every axis that applies, as on the command
// line.
func Label(p part.Point) string {
	var parts []string
	for i := range Axes {
		axis := &Axes[i]
		if text := axis.Of(&p); text != "" {
			parts = append(parts, axis.Name+"="+text)
		}
	}
	return strings.Join(parts, " ")
}
