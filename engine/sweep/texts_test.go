package sweep_test

import (
	"encoding/json"
	"testing"

	"example.com/sfatui/engine/sweep"
)

// A sweep that an older engine wrote has the number of neighbours as a number.
func TestSweepReadsNumbersOfAxes(t *testing.T) {
	var s sweep.Spec
	if err := json.Unmarshal([]byte(`{"sigma":"1,2","predictability":10,"split":{}}`), &s); err != nil {
		t.Fatal(err)
	}
	if s.Text("predictability") != "10" || s.Text("sigma") != "1,2" {
		t.Errorf("predictability %q, sigma %q", s.Text("predictability"), s.Text("sigma"))
	}
}
