// Package journal reads and writes the files of a session's directory, except its header:
// plans, points and journals. It serves package sessions, which adds the header, and package
// list, which reads only what a list shows.
//
// [Read] returns the [Contents] of a directory at one time; a [Tail] reads what is appended
// later. [ReadPlans], [ReadBrief] and [ReadUnsound] read less. A [Writer] is the sink of a
// running sweep: it publishes points and plans, appends records to a journal of its own, and
// claims the session, so that two processes do not compute it. [Processes] finds the
// processes that compute, from the journals and the processes of this machine.
//
// [Contents.State] folds the records with package record. A new kind of record needs its data
// and its reduction there, and nothing here: [Writer.Record] writes any kind.
package journal
