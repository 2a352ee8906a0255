package draft_test

import (
	"example.com/sfatui/ui/draft"
	"fmt"
)

// A sweep is written to a file and read again; an error names its line.
func Example() {
	var d draft.Draft
	d.Spec.Set("sigma", "1,2")
	text, err := draft.EncodeSweep(d.Spec)
	fmt.Print(string(text), err, "\n")
	_, err = draft.DecodeSweep([]byte("sigma: 1\nfolds: many\n"))
	fmt.Println(err)
	// Output:
	// sigma: 1,2
	// validation: 0
	// inner: last
	// <nil>
	// line 2: folds: many: not a whole number
}
