package data

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// small returns a set with a value in every field.
func small() *Set {
	return &Set{
		Name: "n", Inputs: []string{"x"}, X: mat.NewDense(3, 1, []float64{1, 2, math.Copysign(0, -1)}),
		Segments: []Segment{{Name: "s", Group: "g", End: 2}, {Name: "t", Group: "h", Start: 2, End: 3, Held: true}},
		Classes:  []string{"u", "vé"}, Label: []int{0, 1, -1}, Target: []float64{4, 5, 6},
		Latent: mat.NewDense(3, 2, []float64{1, 2, 3, 4, 5, 6}),
	}
}

func TestHashLayout(t *testing.T) {
	var b []byte
	put := func(values ...any) {
		for _, v := range values {
			switch v := v.(type) {
			case int:
				b = binary.LittleEndian.AppendUint64(b, uint64(v))
			case float64:
				b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
			case string:
				b = append(binary.LittleEndian.AppendUint64(b, uint64(len(v))), v...)
			}
		}
	}
	put(3, 1, 1.0, 2.0, math.Copysign(0, -1))
	put(2, 0, 2, 0, "s", "g", 2, 3, 1, "t", "h")
	put(2, "u", "vé", 3, 0, 1, -1)
	put(3, 4.0, 5.0, 6.0)
	put(3, 2, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0)
	want := sha256.Sum256(b)
	if got := small().Hash(); got != hex.EncodeToString(want[:]) {
		t.Errorf("the bytes hashed are not those documented: %s", got)
	}
}

func TestHashChanges(t *testing.T) {
	seen := map[string]string{small().Hash(): "nothing"}
	for name, change := range map[string]func(*Set){
		"a bit of X": func(s *Set) { s.X.Set(2, 0, 0) },
		"shape":      func(s *Set) { s.X = mat.NewDense(1, 3, s.X.RawMatrix().Data) },
		"border":     func(s *Set) { s.Segments[0].End, s.Segments[1].Start = 1, 1 },
		"name":       func(s *Set) { s.Segments[0].Name, s.Segments[0].Group = "sg", "" },
		"held":       func(s *Set) { s.Segments[0].Held = true },
		"class":      func(s *Set) { s.Classes[0] = "w" },
		"label":      func(s *Set) { s.Label[2] = 0 },
		"no labels":  func(s *Set) { s.Label, s.Classes = nil, nil },
		"target":     func(s *Set) { s.Target[0] = -4 },
		"no target":  func(s *Set) { s.Target = nil },
		"latent":     func(s *Set) { s.Latent.Set(0, 0, 9) },
		"no latent":  func(s *Set) { s.Latent = nil },
	} {
		s := small()
		change(s)
		if other, ok := seen[s.Hash()]; ok {
			t.Errorf("changing %s gives the hash of changing %s", name, other)
		}
		seen[s.Hash()] = name
	}
	s := small()
	s.Name, s.Inputs, s.Rate, s.Notes = "other", []string{"y"}, 5, []string{"x"}
	if s.Hash() != small().Hash() {
		t.Error("what changes no result changes the hash")
	}
}

// The hash does not depend on the position of the numbers in memory.
func TestHashOfLargeSets(t *testing.T) {
	const n, d = 3000, 5
	wide := mat.NewDense(n, d+1, nil)
	for i := range n * (d + 1) {
		wide.Set(i/(d+1), i%(d+1), math.Sin(float64(i)))
	}
	part := wide.Slice(0, n, 0, d).(*mat.Dense)
	if (&Set{X: part}).Hash() != (&Set{X: mat.DenseCopyOf(part)}).Hash() {
		t.Error("rows that stand apart have another hash")
	}
}

func TestHashEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	if hash, err := small().HashContext(ctx); err != nil || hash != small().Hash() {
		t.Errorf("%s, %v", hash, err)
	}
	cancel()
	for _, x := range []*mat.Dense{mat.NewDense(1, 1, nil), mat.NewDense(3*hashedAtOnce, 1, nil)} {
		if hash, err := (&Set{X: x}).HashContext(ctx); hash != "" || !errors.Is(err, context.Canceled) {
			t.Errorf("%q, %v after the end", hash, err)
		}
	}
}
