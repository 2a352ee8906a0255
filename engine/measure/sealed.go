package measure

import "example.com/sfatui/engine/part"

// Sealed is the setting that excludes the test part of a point: nothing is measured on
// it, so that it cannot influence a choice. It is part of a key.
var Sealed = part.NewSwitch(part.Axis{
	Name: "seal-test", Shared: part.Measuring, Report: "test part",
	Doc: "measure nothing on the test part: sfatui unseal does so of what is chosen, once",
	Says: func(value string) string {
		if value == "on" {
			return "sealed"
		}
		return ""
	},
})
