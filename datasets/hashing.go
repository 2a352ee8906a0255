package datasets

import (
	"context"
	"encoding/hex"
	"hash"
	"reflect"
	"sync"
	"sync/atomic"
)

// hashing hashes what a file is read as, piece by piece, beside its reading and,
// where it stays in memory as it is, after it: to hash takes longer than to read.
type hashing struct {
	hash   hash.Hash
	pieces chan []byte
	ended  chan struct{} // closed when nothing goes on in the background
	quit   atomic.Bool   // what is left waits for finish
}

// newHashing begins to hash, with room for so many pieces that wait. A ctx that
// may end asks for room for all.
func newHashing(ctx context.Context, h hash.Hash, waiting int) *hashing {
	g := &hashing{hash: h, pieces: make(chan []byte, waiting), ended: make(chan struct{})}
	go func() {
		defer close(g.ended)
		for b := range g.pieces {
			if g.hash.Write(b); g.quit.Load() || ctx.Err() != nil {
				return
			}
		}
	}()
	return g
}

// giveUp ends what goes on in the background, where all pieces have come.
func (g *hashing) giveUp() {
	g.quit.Store(true)
	<-g.ended
}

// finish waits for all pieces, of which the last must have come, and hashes what
// was given up.
func (g *hashing) finish() {
	<-g.ended
	for b := range g.pieces {
		g.hash.Write(b)
	}
}

// sum gives the hash when it is ready.
func (g *hashing) sum() func() string {
	return sync.OnceValue(func() string {
		g.finish()
		return hex.EncodeToString(g.hash.Sum(nil))
	})
}

// untouched reports whether the numbers of the only file stay in memory as they
// are read: nothing is chosen, scaled or turned, and there is room for n of them.
func (j *job) untouched(n int) bool {
	o := j.o
	asked := Options{Paths: o.Paths, Limit: o.Limit, Memory: o.Memory, Embed: o.Embed}
	return reflect.DeepEqual(o, asked) && (o.Embed == "" || o.Embed == "none") && len(j.files) == 1 && j.spool.holds(n)
}
