package list

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"example.com/sfatui/sessions/store"
)

// stamp identifies a version of a session by the names, sizes, times and inode
// numbers of its header, plans, journals and points.
type stamp struct {
	sum string
	// newest is the time of the latest change.
	newest time.Time
}

// stampOf returns the stamp of a session, or that of its file if it is packed.
func stampOf(in store.Dir) (s stamp, err error) {
	h := sha256.New()
	note := func(name string, info fs.FileInfo) {
		describe(h, name, info)
		for _, t := range []time.Time{info.ModTime(), changed(info)} {
			if t.After(s.newest) {
				s.newest = t
			}
		}
	}
	if in.Packed() {
		info, err := os.Stat(in.Path("."))
		if err != nil {
			return s, err
		}
		note("", info)
		return stamp{hex.EncodeToString(h.Sum(nil)), s.newest}, nil
	}
	header, err := in.Info(store.HeaderName)
	if err != nil {
		return s, err
	}
	note(store.HeaderName, header)
	for _, folder := range []string{store.PlanDir, store.JournalDir, store.PointsDir} {
		if err := eachFile(in, folder, note); err != nil {
			return s, err
		}
	}
	s.sum = hex.EncodeToString(h.Sum(nil))
	return s, nil
}

// eachFile calls note with each file in a folder of a session. A missing folder
// is no error.
func eachFile(in store.Dir, folder string, note func(name string, info fs.FileInfo)) error {
	sub, err := in.Sub(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer sub.Close()
	names, err := sub.Names(".")
	if err != nil {
		return err
	}
	for _, name := range names {
		info, err := sub.Info(name)
		if err != nil {
			return err
		}
		note(folder+"/"+name, info)
	}
	return nil
}

// describe writes the attributes of a file that change with its contents.
func describe(w io.Writer, name string, info fs.FileInfo) {
	fmt.Fprintf(w, "%q %v %d %d %d %d\n", name, info.Mode(), info.Size(), info.ModTime().UnixNano(), changed(info).UnixNano(), number(info))
}
