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
//	  jobs/                 what was submitted to a batch system; no part of the record
//
// A journal names each plan that was added, and the header those that the session
// was made with, with their numbers of points and the SHA-256 of their files: a plan
// that is gone, or another one in its place, is damage. [Session.PlanDamage] keeps
// such a session from being resumed.
//
// The packages beneath are record (what journals tell, and the state that it adds
// up to), store (the directory on a disk), archive (a session as one file) and jsonl
// (lines with checksums); those above are compute (sweeps into sessions, and
// shares of them as tasks), jobs (tasks under a batch system), find (where they are),
// diff, verify, model and export.
package sessions
