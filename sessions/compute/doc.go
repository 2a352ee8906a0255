// Package compute computes sweeps into sessions.
//
// [Start] makes a session and computes its plan, [Resume] computes what a session
// misses, [Extend], [TakeAdvice] and [Auto] add points. All return an [Execution],
// which can be paused, extended and cancelled while it runs. What an advisor adds,
// round by round, goes into the same journal: to whoever follows the session it is
// one sweep that grows.
package compute
