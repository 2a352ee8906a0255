package format

import (
	"context"
	"encoding/hex"
	"hash"
	"sync"
)

// hashPiece is the number of bytes hashed at once.
const hashPiece = 256 << 10

// hashing hashes pieces of a file in its own goroutine while reading continues.
type hashing struct {
	pieces chan []byte
	ended  chan struct{} // closed when all pieces are hashed
}

// newHashing starts a hashing goroutine with a queue of the given length.
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

// finish closes the queue and waits until all pieces are hashed.
func (g *hashing) finish() {
	close(g.pieces)
	<-g.ended
}

// LateHash hashes bytes that stay unchanged in memory after the set has been
// opened, because hashing takes longer than reading.
type LateHash struct {
	hash  hash.Hash
	rest  []byte        // bytes not yet hashed
	owner any           // owner of the memory of rest
	ended chan struct{} // closed when the background goroutine ends; nil before Begin
}

// Begin hashes in the background until ctx ends.
func (l *LateHash) Begin(ctx context.Context) {
	l.ended = make(chan struct{})
	go func() {
		defer close(l.ended)
		for len(l.rest) > 0 && ctx.Err() == nil {
			l.hashNext()
		}
	}()
}

// Hold keeps a reference to the owner of the memory until all is hashed: memory
// of a mapped file is unmapped when its owner becomes unreachable. Call it
// before Begin.
func (l *LateHash) Hold(owner any) { l.owner = owner }

// hashNext hashes the next piece.
func (l *LateHash) hashNext() {
	n := min(hashPiece, len(l.rest))
	l.hash.Write(l.rest[:n])
	if l.rest = l.rest[n:]; len(l.rest) == 0 {
		l.rest, l.owner = nil, nil // free the array
	}
}

// finish hashes the rest.
func (l *LateHash) finish() {
	if l.ended != nil {
		<-l.ended
	}
	for len(l.rest) > 0 {
		l.hashNext()
	}
}

// sum returns a function that finishes the hash and returns it in hexadecimal.
func (l *LateHash) sum() func() string {
	return sync.OnceValue(func() string {
		l.finish()
		return hex.EncodeToString(l.hash.Sum(nil))
	})
}
