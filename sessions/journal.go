package sessions

import (
	"fmt"
	"io"
	"path/filepath"

	"example.com/sfatui/sessions/jsonl"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/store"
)

// journal reads a writer's journal as it grows.
type journal struct {
	in     store.Dir
	writer string

	offset int64  // of the first line not yet read
	number int    // of the last line read
	n      uint64 // of the last whole record
	bad    uint64 // damaged lines since
	torn   bool   // the file ends in an unfinished line
	rest   int64  // bytes of that

	// confirm, where set, settles whether a record can be passed on. A reader
	// that follows gives a line that is bad, or not to be passed on, a second
	// look later: over a network a file may show a hole for a moment.
	confirm func(*record.Record) bool
	suspect int64 // 1 + offset of the line at which the last read stopped
	size    int64 // of the file when it was last looked at
	closed  bool  // its writer has ended it
}

// rel is the journal's path in the session.
func (j *journal) rel() string { return journalPath(j.writer) }

// journalPath is where a writer's journal is, relative to the session.
func journalPath(writer string) string {
	return filepath.Join(store.JournalDir, writer+store.JournalExt)
}

// read gives the records since the last read. A line without an end is still
// being written, and left for the next read.
func (j *journal) read(ds *store.Damages) ([]record.Record, error) {
	f, err := j.in.Open(j.rel(), j.offset)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return j.scan(f, ds)
}

// grown reports whether there may be more to read than at the last look.
func (j *journal) grown() bool {
	if j.closed && !j.torn {
		return false
	}
	info, err := j.in.Info(j.rel())
	if err != nil {
		return true // what is wrong shows when it is read
	}
	if info.Size() == j.size && j.suspect != j.offset+1 {
		return false
	}
	j.size = info.Size()
	return true
}

// scan reads on from offset, where in stands.
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

// decode reads the records of a line: one, where nothing is damaged.
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

// inOrder passes on the records that count up, and reports gaps that damaged
// lines do not explain.
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

func allPass(rs []record.Record, confirm func(*record.Record) bool) bool {
	ok := true
	for i := range rs {
		ok = confirm(&rs[i]) && ok
	}
	return ok
}

// Journals is the number of the session's journals now, -1 where they cannot be
// listed.
func (s *Session) Journals() int {
	ids, err := writers(s.at)
	if err != nil {
		return -1
	}
	return len(ids)
}

// writers lists the ids of a session's writers in sorted order.
func writers(in store.Dir) ([]string, error) {
	ids, _, err := in.List(store.JournalDir, store.JournalExt)
	return ids, err
}
