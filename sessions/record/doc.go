// Package record holds the history of a sweep: the records in the journals of a
// session, and the state that results from them.
//
// The live screen, replay, resume and following derive the state with one
// function, [Reduce], which folds one [Record] into a [State]. A State is a
// value: a copy is a snapshot that later records never change.
//
// To add a kind of record: name it with a constant Kind…, declare its data as a
// struct with JSON tags, and add a case to Reduce. Older programs keep records
// of unknown kinds, and skip them.
package record
