// Package progress tells how far a long computation is: who asks puts a function into the
// context, and who computes calls [Report] behind each round. Neither knows of the other, and
// what lies between takes no part. Without a function in the context nothing is told. It is the
// one value of ours that travels in a context.
package progress

import (
	"context"
	"sync"
	"time"
)

// Func takes how many of all rounds are done, and what they make, such as "atoms".
type Func func(what string, done, of int)

type key struct{}

// listener is the function of a context, and when it was called last.
type listener struct {
	tell  Func
	every time.Duration
	mu    sync.Mutex
	last  time.Time
}

// span is a part of the rounds that a listener hears of.
type span struct {
	to         *listener
	before, of int // of is 0 where those who compute know of all rounds
}

// With is a context of which tell is called, no more often than every so long, first after as
// long: what is done sooner is not told of.
func With(ctx context.Context, every time.Duration, tell Func) context.Context {
	return context.WithValue(ctx, key{}, span{to: &listener{tell: tell, every: every, last: time.Now()}})
}

// Within is a context whose rounds are some of several, with some before them.
func Within(ctx context.Context, before, of int) context.Context {
	s, ok := ctx.Value(key{}).(span)
	if !ok {
		return ctx
	}
	s.before, s.of = before, of
	return context.WithValue(ctx, key{}, s)
}

// Report tells that some of all rounds are done. The last one is not told: what is made is
// there.
func Report(ctx context.Context, what string, done, of int) {
	s, ok := ctx.Value(key{}).(span)
	if !ok {
		return
	}
	if done += s.before; s.of > 0 {
		of = s.of
	}
	if done < of && s.to.due() {
		s.to.tell(what, done, of)
	}
}

// due says whether it is time to tell again.
func (l *listener) due() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	if now.Sub(l.last) < l.every {
		return false
	}
	l.last = now
	return true
}
