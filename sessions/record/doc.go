// Package record is the history of a sweep: records, as the journals of a session
// hold them, and the state that they add up to.
//
// The live screen, replay, resume and following see a sweep through one function,
// [Reduce], which folds one [Record] into a [State]. A State is a value: a copy is
// a snapshot that later records never change.
//
// To add a kind of record: name it with a constant Kind…, declare its data as a
// struct with JSON tags, and give it a case in Reduce. Programs of before keep
// kinds that they do not know, and skip them.
package record
