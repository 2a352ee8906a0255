package measure

import "example.com/sfatui/engine/part"

// Sealed is the setting that excludes the test part of a point: nothing is measured on
// it, so that it cannot influence a choice. It is part of a key.
var Sealed = part.NewSwitch(part.Axis{
	Name: "seal-test", Shared: part.Measuring, Report: "test part",
	Doc: "keep the test part sealed: nothing is measured on it until sfatui unseal measures the chosen points, once",
	Says: func(value string) string {
		if value == "on" {
			return "sealed"
		}
		return ""
	},
})
