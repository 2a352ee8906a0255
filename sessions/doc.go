// Package sessions is the durable record of a sweep: a plain directory of an
// immutable header, plans and points, and append-only journals. It can be
// followed while it grows, resumed after any kill, and replayed.
//
//	NAME.sfa/
//	  session.json          header, immutable
//	  plan/0001.jsonl       the points of the sweep, immutable
//	  journal/WRITER.jsonl  events with their times, append-only, one file for each writer
//	  points/KEY.json       one finished point, published once
//	  artifacts/SHA.npz     kept arrays of points, content-addressed
//	  jobs/                 submissions to a batch system, not part of the record
//
// The header declares the initial plans, and the journals declare each added plan, with the
// number of points and the SHA-256 of the file. A plan that is missing or replaced is
// damage. [journal.Contents.PlanDamage] keeps such a session from being resumed.
//
// A [Session] is a header and the [journal.Contents] of its directory. [Create], [Open] and
// [Session.Fork] make one, [Session.Follow] reads what is added to it, and [Check] verifies
// all of it. A [journal.Writer] adds to the directory, and [journal.Processes] finds who
// computes.
//
// The packages beneath are journal (plans, points and journals as files), record (the records
// of journals, and the state that they add up to), store (the directory on a disk), archive
// (a session as one file) and jsonl (lines with checksums). The packages above are list
// (finds sessions), compute (sweeps into sessions, and shares of them as tasks), jobs (tasks
// under a batch system), manage, compare, model and export.
package sessions
