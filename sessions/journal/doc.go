// Package journal reads and writes what a session's directory holds beside its header: plans,
// points and journals.
package journal
