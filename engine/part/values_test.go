package part

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// Values behave like a map, and equal ones have equal strings, in whatever order they were set.
func TestValuesAreAMap(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	strs := map[values]map[uint8]string{}
	for range 300 {
		v, want := values(""), map[uint8]string{}
		for range 1 + rng.IntN(40) {
			id, value := uint8(rng.IntN(12))*23, strings.Repeat(string(rune('a'+rng.IntN(3))), rng.IntN(3)*rng.IntN(200)%257)
			if v = v.with(id, value); value == "" {
				delete(want, id)
			} else {
				want[id] = value
			}
			for id := range 256 {
				got, ok := v.find(uint8(id))
				if w, is := want[uint8(id)]; got != w || ok != is || v.has(uint8(id)) != is {
					t.Fatalf("axis %d: %q %v, want %q %v", id, got, ok, w, is)
				}
			}
			if known, ok := strs[v]; ok && !maps.Equal(known, want) {
				t.Fatalf("%v and %v have one string", known, want)
			}
			strs[v] = maps.Clone(want)
		}
		again := values("")
		ids := slices.Collect(maps.Keys(want))
		rng.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
		for _, id := range ids {
			again = again.with(id, want[id])
		}
		if again != v {
			t.Fatalf("%v has two strings", want)
		}
	}
}

func BenchmarkValues(b *testing.B) {
	v := values("")
	for id := range uint8(30) {
		v = v.with(2*id, "1e-05")
	}
	b.Run("find", func(b *testing.B) {
		for b.Loop() {
			v.find(40)
		}
	})
	b.Run("find none", func(b *testing.B) {
		for b.Loop() {
			v.find(41)
		}
	})
	b.Run("with", func(b *testing.B) {
		for b.Loop() {
			v.with(41, "gaussian")
		}
	})
}
