package list

import (
	"fmt"
	"testing"
	"time"
)

// A memory holds a limited number of entries, including the latest.
func TestMemoryIsBounded(t *testing.T) {
	m := InMemory(time.Now)
	for i := range mostKept + 9 {
		name := fmt.Sprint(i)
		m.keep(name, entry{UUID: name})
		if m.kept[name].UUID != name {
			t.Fatalf("%s is not kept", name)
		}
	}
	if len(m.kept) != mostKept {
		t.Errorf("%d are kept, want %d", len(m.kept), mostKept)
	}
}
