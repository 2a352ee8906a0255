package data

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"math"
	"slices"

	"example.com/sfatui/datasets/storage"
	"gonum.org/v1/gonum/mat"
)

// Hash returns the SHA-256, in hexadecimal, of all parts of the set that can
// change a result. It excludes the names of inputs, the rate, sources and
// notes.
//
// The bytes hashed are, with integers as 8 bytes little endian, numbers as
// their 64 IEEE 754 bits little endian and texts as their length and bytes:
//
//	n, d, X row by row
//	number of segments, then of each: start, end, part (0, 1 held, 2 aside; 4 more where
//	the segment continues the series of the segment before), name, group
//	number of classes and their names; number of labels (0 or n) and the labels
//	number of targets (0 or n) and the targets
//	0 without latent variables, else n, k and their rows
//	with importances of samples: 1, n and the importances; with those of transitions: 2, n and the importances
func (s *Set) Hash() string {
	hash, _ := s.HashContext(context.Background()) // the background context never ends
	return hash
}

// HashContext computes the hash as [Set.Hash] does, which takes seconds for sets
// of gigabytes. It returns the context's error soon after ctx ends.
func (s *Set) HashContext(ctx context.Context) (string, error) {
	h := hasher{ctx: ctx, sha: sha256.New(), buf: make([]byte, 0, 64<<10)}
	h.matrix(s.X)
	h.integer(len(s.Segments))
	for i, seg := range s.Segments {
		h.integer(seg.Start)
		h.integer(seg.End)
		held := 0
		switch {
		case seg.Held:
			held = 1
		case seg.Aside:
			held = 2
		}
		if s.GoesOn(i) {
			held += 4
		}
		h.integer(held)
		h.text(seg.Name)
		h.text(seg.Group)
	}
	h.integer(len(s.Classes))
	for _, c := range s.Classes {
		h.text(c)
	}
	h.integer(len(s.Label))
	for _, l := range s.Label {
		h.integer(l)
	}
	h.integer(len(s.Target))
	h.numbers(s.Target)
	if s.Latent == nil {
		h.integer(0)
	} else {
		h.matrix(s.Latent)
	}
	for i, weights := range [][]float64{s.Importance, s.TransitionImportance} {
		if weights != nil {
			h.integer(i + 1)
			h.integer(len(weights))
			h.numbers(weights)
		}
	}
	h.flush()
	if err := ctx.Err(); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.sha.Sum(nil)), nil
}

// hasher collects bytes in blocks. It does nothing after its context has ended.
type hasher struct {
	ctx context.Context
	sha hash.Hash
	buf []byte
}

// hashedAtOnce is the number of values between two checks of the context.
const hashedAtOnce = 1 << 20

func (h *hasher) flush() {
	h.sha.Write(h.buf)
	h.buf = h.buf[:0]
}

func (h *hasher) word(w uint64) {
	if len(h.buf)+8 > cap(h.buf) {
		h.flush()
	}
	h.buf = binary.LittleEndian.AppendUint64(h.buf, w)
}

func (h *hasher) integer(i int) { h.word(uint64(i)) }

func (h *hasher) numbers(x []float64) {
	if storage.LittleEndian && 8*len(x) > cap(h.buf) { // the memory layout equals the hashed bytes
		h.flush()
		for piece := range slices.Chunk(x, hashedAtOnce) {
			if h.ctx.Err() != nil {
				return
			}
			h.sha.Write(storage.Bytes(piece))
		}
		return
	}
	for _, v := range x {
		h.word(math.Float64bits(v))
	}
}

func (h *hasher) text(s string) {
	h.integer(len(s))
	h.flush()
	h.sha.Write([]byte(s))
}

func (h *hasher) matrix(x *mat.Dense) {
	n, d := x.Dims()
	h.integer(n)
	h.integer(d)
	if raw := x.RawMatrix(); raw.Stride == d {
		h.numbers(raw.Data[:n*d])
		return
	}
	for i := 0; i < n && h.ctx.Err() == nil; i++ {
		h.numbers(x.RawRowView(i))
	}
}
