// Package sessions is the durable record of a sweep: a plain directory of an
// immutable header, plans and points, and append-only journals. It can be
// followed while it grows, resumed after any kill, and replayed.
//
//	NAME.sfa/
//	  session.json          header, immutable
//	  plan/0001.jsonl       the points of the sweep, immutable
//	  journal/WRITER.jsonl  what happened when, append-only, one writer a file
//	  points/KEY.json       one finished point, published once
//	  artifacts/SHA.npz     arrays of points that were kept, content-addressed
//
// The live screen, replay, resume and the tests all see a sweep through one
// function, [Reduce], which folds one [Record] into a [State].
package sessions
