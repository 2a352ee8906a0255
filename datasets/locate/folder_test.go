package locate

import (
	"slices"
	"testing"
)

func TestCompareNatural(t *testing.T) {
	names := []string{"a10", "a9", "b", "a", "a009", "a1b2", "a1b10", "", "10", "9"}
	slices.SortFunc(names, compareNatural)
	if want := []string{"", "9", "10", "a", "a1b2", "a1b10", "a9", "a009", "a10", "b"}; !slices.Equal(names, want) {
		t.Errorf("%q", names)
	}
}
