// Package progress reports the progress of long computations. The caller puts a
// function into the context, and the computation calls [Report] after each round;
// neither depends on the other, nor does the code between them. Without a function in
// the context nothing is reported. It is the only value of ours that travels in a
// context.
package progress

import (
	"context"
	"sync"
	"time"
)

// Func is called with the name of what is computed, such as "atoms", and with the
// numbers of rounds done and of all rounds.
type Func func(what string, done, of int)

type key struct{}

// listener holds the function of a context, and the time of its last call.
type listener struct {
	call  Func
	every time.Duration
	mu    sync.Mutex
	last  time.Time
}

// span places the rounds of a computation among all rounds that a listener counts.
type span struct {
	to         *listener
	before, of int // of is 0 if the computation reports all rounds itself
}

// With returns a context that calls f at most once per interval every, the first
// time after one interval: shorter computations are not reported.
func With(ctx context.Context, every time.Duration, f Func) context.Context {
	return context.WithValue(ctx, key{}, span{to: &listener{call: f, every: every, last: time.Now()}})
}

// Within returns a context for a part of a computation: it adds before to the rounds
// done, and reports of as the number of all rounds.
func Within(ctx context.Context, before, of int) context.Context {
	s, ok := ctx.Value(key{}).(span)
	if !ok {
		return ctx
	}
	s.before, s.of = before, of
	return context.WithValue(ctx, key{}, s)
}

// Report passes the numbers of rounds done and of all rounds to the function of the
// context, unless that was called less than an interval ago. It leaves out the last
// round, after which the result is available.
func Report(ctx context.Context, what string, done, of int) {
	s, ok := ctx.Value(key{}).(span)
	if !ok {
		return
	}
	if done += s.before; s.of > 0 {
		of = s.of
	}
	if done < of && s.to.isDue() {
		s.to.call(what, done, of)
	}
}

// isDue reports whether the interval has passed since the last call, and then starts a
// new one.
func (l *listener) isDue() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	if now.Sub(l.last) < l.every {
		return false
	}
	l.last = now
	return true
}
