package journal

import (
	"fmt"
	"io"
	"path/filepath"

	"example.com/sfatui/sessions/jsonl"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/store"
)

// journal reads a writer's journal incrementally while it grows.
type journal struct {
	in     store.Dir
	writer string

	offset int64  // of the first line not yet read
	number int    // of the last line read
	n      uint64 // number of the last intact record
	bad    uint64 // damaged lines since then
	torn   bool   // the file ends in an unfinished line
	rest   int64  // length of that line in bytes

	// confirm, if set, reports whether a record is ready to be returned. A bad or
	// unconfirmed line is read a second time later, because a network file system may show
	// a hole in a file for a moment.
	confirm func(*record.Record) bool
	suspect int64 // 1 + offset of the line at which the last read stopped
	size    int64 // size of the file at the last call of grown
	closed  bool  // the last record is the writer's closing record
}

// rel returns the journal's path relative to the session.
func (j *journal) rel() string { return journalPath(j.writer) }

// journalPath returns the path of a writer's journal, relative to the session.
func journalPath(writer string) string {
	return filepath.Join(store.JournalDir, writer+store.JournalExt)
}

// read returns the records since the last read. It leaves a last line without a newline to
// the next read, because the line is still being written.
func (j *journal) read(ds *store.Damages) ([]record.Record, error) {
	f, err := j.in.Open(j.rel(), j.offset)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return j.scan(f, ds)
}

// grown reports whether a read may return records: the file's size has changed, or a line
// awaits its second reading. It reports false after the closing record.
func (j *journal) grown() bool {
	if j.closed && !j.torn {
		return false
	}
	info, err := j.in.Info(j.rel())
	if err != nil {
		return true // the read that follows returns the error
	}
	if info.Size() == j.size && j.suspect != j.offset+1 {
		return false
	}
	j.size = info.Size()
	return true
}

// scan reads records from in, which is positioned at j.offset, and adds damage to ds. It
// stops at an unfinished line and at a line that needs a second reading.
func (j *journal) scan(in io.Reader, ds *store.Damages) ([]record.Record, error) {
	var records []record.Record
	j.torn, j.rest = false, 0
	err := jsonl.Each(in, func(l jsonl.Line) bool {
		parts, rest := jsonl.Split(j.writer, l.Text)
		what, lost := jsonl.Fault(l, parts, rest)
		if !l.Ended && (j.confirm != nil || !l.Over && what != "damaged newline") {
			j.torn, j.rest = true, l.Size
			return false
		}
		rs, problem := j.decode(parts)
		if j.confirm != nil {
			whole := what == "" && problem == ""
			if passed := allPass(rs, j.confirm); !(whole && passed) && j.suspect != j.offset+1 {
				j.suspect = j.offset + 1
				return false
			}
		}
		j.number++
		j.offset += l.Size
		if what != "" {
			ds.Add(j.rel(), j.number, what, lost)
		}
		if problem != "" {
			ds.Add(j.rel(), j.number, problem, "the line")
		}
		if what != "" && lost != "nothing" || problem != "" {
			j.bad++
		}
		records = append(records, j.inOrder(rs, ds)...)
		return true
	})
	return records, err
}

// decode decodes the records of a line, which is one record unless a newline is damaged.
// problem is the last decoding error, or "".
func (j *journal) decode(parts [][]byte) (rs []record.Record, problem string) {
	for _, part := range parts {
		r, err := record.Decode(j.writer, part)
		if err != nil {
			problem = err.Error()
			continue
		}
		rs = append(rs, r)
	}
	return rs, problem
}

// inOrder returns the records with ascending numbers. It reports the others as damage, and
// gaps that are larger than the number of damaged lines.
func (j *journal) inOrder(rs []record.Record, ds *store.Damages) []record.Record {
	kept := rs[:0]
	for _, r := range rs {
		switch {
		case r.N <= j.n:
			ds.Add(j.rel(), j.number, fmt.Sprintf("record %d after record %d", r.N, j.n), "the line")
			continue
		case r.N-j.n-1 > j.bad:
			ds.Add(j.rel(), j.number, fmt.Sprintf("no records from %d to %d", j.n+1, r.N-1), "those records")
		}
		j.n, j.bad = r.N, 0
		j.closed = r.Kind == record.KindClosed
		kept = append(kept, r)
	}
	return kept
}

// allPass calls confirm for every record and reports whether all calls returned true.
func allPass(rs []record.Record, confirm func(*record.Record) bool) bool {
	ok := true
	for i := range rs {
		ok = confirm(&rs[i]) && ok
	}
	return ok
}

// writers returns the sorted IDs of a session's writers.
func writers(in store.Dir) ([]string, error) {
	ids, _, err := in.List(store.JournalDir, store.JournalExt)
	return ids, err
}
