package list

import (
	"slices"
	"strings"
	"testing"
)

// Words of an axis follow its numbers, wherever they stand.
func TestNumbersComeBeforeWords(t *testing.T) {
	for _, given := range []string{"5 off 1", "off 5 1", "1 off 5", "off 1 5"} {
		values := strings.Fields(given)
		slices.SortStableFunc(values, compareNumbers)
		if got := strings.Join(values, " "); got != "1 5 off" {
			t.Errorf("%s is sorted as %s", given, got)
		}
	}
}
