// Package compute computes sweeps into sessions.
//
// [Start] creates a session and computes its plan, [Resume] computes the
// missing points of a session, and [Extend], [TakeAdvice] and [Auto] add
// points. All return an [Execution], which can be paused, extended and
// cancelled while it runs. The points that an advisor adds, round by round, are
// recorded in the same journal: followers of the session see one growing sweep.
package compute
