package format

import (
	"context"
	"encoding/hex"
	"hash"
	"sync"
)

// hashPiece is how many bytes are hashed at once.
const hashPiece = 256 << 10

// hashing hashes what a file is read as, piece by piece, beside its reading.
type hashing struct {
	pieces chan []byte
	ended  chan struct{} // closed when all is hashed
}

// newHashing begins to hash, with room for so many pieces that wait.
func newHashing(h hash.Hash, waiting int) *hashing {
	g := &hashing{pieces: make(chan []byte, waiting), ended: make(chan struct{})}
	go func() {
		defer close(g.ended)
		for b := range g.pieces {
			h.Write(b)
		}
	}()
	return g
}

// finish says that all pieces have come, and waits until they are hashed.
func (g *hashing) finish() {
	close(g.pieces)
	<-g.ended
}

// LateHash hashes what was read and stays in memory as it is when the set is
// there: to hash takes longer than to read.
type LateHash struct {
	hash  hash.Hash
	rest  []byte        // what is not hashed yet
	owner any           // of the memory that the rest lies in
	ended chan struct{} // closed when nothing goes on in the background; nil before it began
}

// Begin hashes in the background until ctx ends.
func (l *LateHash) Begin(ctx context.Context) {
	l.ended = make(chan struct{})
	go func() {
		defer close(l.ended)
		for len(l.rest) > 0 && ctx.Err() == nil {
			l.some()
		}
	}()
}

// Hold keeps the owner of the memory until all is hashed: that of a file that is mapped is
// given back when nothing refers to its owner any more. It is called before Begin.
func (l *LateHash) Hold(owner any) { l.owner = owner }

// some hashes the next piece.
func (l *LateHash) some() {
	n := min(hashPiece, len(l.rest))
	l.hash.Write(l.rest[:n])
	if l.rest = l.rest[n:]; len(l.rest) == 0 {
		l.rest, l.owner = nil, nil // or they would hold the array
	}
}

// finish hashes what is left.
func (l *LateHash) finish() {
	if l.ended != nil {
		<-l.ended
	}
	for len(l.rest) > 0 {
		l.some()
	}
}

// sum gives the hash when it is ready.
func (l *LateHash) sum() func() string {
	return sync.OnceValue(func() string {
		l.finish()
		return hex.EncodeToString(l.hash.Sum(nil))
	})
}
