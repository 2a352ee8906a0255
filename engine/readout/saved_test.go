package readout

import "testing"

// Every readout is saved with a model: it has a function that restores it, and a
// formula of its arrays.
func TestEveryReadoutIsSaved(t *testing.T) {
	for _, kind := range Kinds.All() {
		if of := kind.Build; (of.Classify != nil || of.Regress != nil || of.Detect != nil) && (of.Restore == nil || of.Formula == nil) {
			t.Errorf("%s is not saved with models", kind.Name)
		}
	}
}
