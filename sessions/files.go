package sessions

import (
	"bufio"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// All operations on the files that a session grows by are in this file.

const (
	// maxLine bounds a line of a plan or a journal, maxFile a file that is
	// read whole (header, point): what is longer is damaged.
	maxLine = 1 << 20
	maxFile = 64 << 20
)

// readFile reads a regular file of at most maxFile bytes. Its memory grows
// with what is there, not with what the file system says is there.
func readFile(path string) ([]byte, error) {
	f, err := openFile(path, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return nil, err
	}
	if len(b) > maxFile {
		return nil, fmt.Errorf("longer than %d MiB", maxFile>>20)
	}
	return b, nil
}

// openFile opens a regular file for reading from offset. Links and pipes are
// refused: a session is plain files, and a pipe would block for ever.
func openFile(path string, offset int64) (*os.File, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("not a regular file")
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	if _, err := f.Seek(offset, io.SeekStart); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// exists reports whether there is anything at path.
func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// stems lists the names in dir that end in ext, without it, in sorted order,
// and counts what a killed writer left under a temporary name.
func stems(dir, ext string) (names []string, leftovers int, err error) {
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		name := e.Name()
		if strings.HasPrefix(name, ".") {
			leftovers++
		} else if stem, ok := strings.CutSuffix(name, ext); ok && stem != "" {
			names = append(names, stem)
		}
	}
	return names, leftovers, err
}

// textLine is one line of a file.
type textLine struct {
	text  []byte // without the newline; valid until the next line is read
	size  int64  // bytes in the file, with the newline
	ended bool   // a newline stands at its end
	over  bool   // longer than maxLine; text is empty
}

// eachLine calls f with each line of r until f returns false.
func eachLine(r io.Reader, f func(textLine) bool) error {
	in := bufio.NewReaderSize(r, 64<<10)
	var buf []byte
	for {
		l := textLine{}
		buf = buf[:0]
		var err error
		for {
			var part []byte
			part, err = in.ReadSlice('\n')
			l.size += int64(len(part))
			if l.size > maxLine+1 {
				l.over = true
				buf = buf[:0]
			} else {
				buf = append(buf, part...)
			}
			if err != bufio.ErrBufferFull {
				break
			}
		}
		if err != nil && err != io.EOF {
			return err
		}
		l.ended = err == nil
		if !l.over {
			l.text = buf
			if l.ended {
				l.text = buf[:len(buf)-1]
			}
		}
		if l.size > 0 && !f(l) || err == io.EOF {
			return nil
		}
	}
}

// makeSession builds a session's directory under a temporary name beside dir,
// with the given plan and header, and renames it: a kill at any moment leaves
// either no session or a whole one.
func makeSession(dir string, plan, header []byte) (err error) {
	if exists(dir) {
		return fmt.Errorf("%s: %w; choose another name, or resume it", dir, fs.ErrExist)
	}
	parent := filepath.Dir(dir)
	temp := filepath.Join(parent, "."+filepath.Base(dir)+"."+randomHex(4))
	if err := os.Mkdir(temp, 0o755); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.RemoveAll(temp)
		}
	}()
	for _, sub := range []string{planDir, journalDir, pointsDir} {
		if err := os.Mkdir(filepath.Join(temp, sub), 0o755); err != nil {
			return err
		}
	}
	if err := publish(filepath.Join(temp, planDir, planName(1)), plan); err != nil {
		return err
	}
	if err := publish(filepath.Join(temp, headerName), header); err != nil {
		return err
	}
	if err := os.Rename(temp, dir); err != nil {
		return err
	}
	return syncDir(parent)
}

// publish gives data the name path, for good: a temporary file is written and
// forced to disk, then linked to the name, so that nobody ever sees a part of
// it. Where the name is taken it returns fs.ErrExist and changes nothing.
func publish(path string, data []byte) error {
	temp, err := writeTemp(path, data)
	if err != nil {
		return err
	}
	err = os.Link(temp, path)
	if errors.Is(err, syscall.EPERM) || errors.Is(err, errors.ErrUnsupported) {
		err = fmt.Errorf("%w; this file system has no hard links: keep the session on another", err)
	}
	if rmErr := os.Remove(temp); err == nil {
		err = rmErr
	}
	// Also where the name was taken: its publisher may have been killed just
	// before this.
	if syncErr := syncDir(filepath.Dir(path)); err == nil {
		err = syncErr
	}
	return err
}

// replace is publish over what stands there.
func replace(path string, data []byte) error {
	temp, err := writeTemp(path, data)
	if err != nil {
		return err
	}
	if err := os.Rename(temp, path); err != nil {
		os.Remove(temp)
		return err
	}
	return syncDir(filepath.Dir(path))
}

// writeTemp writes data to a new hidden file beside path, on disk when it
// returns.
func writeTemp(path string, data []byte) (temp string, err error) {
	temp = filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+"."+randomHex(4))
	f, err := os.OpenFile(temp, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return "", err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		os.Remove(temp)
		return "", err
	}
	return temp, nil
}

// createJournal makes a new journal that only this writer ever writes.
func createJournal(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, err
	}
	if err := syncDir(filepath.Dir(path)); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// syncDir forces the names in a directory to disk, where the file system can.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	err = d.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported) {
		return nil
	}
	return err
}

// cpuName is the processor's name, "" where the system does not tell.
func cpuName() string {
	b, err := readFile("/proc/cpuinfo")
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(b)) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// randomHex is n random bytes as text.
func randomHex(n int) string {
	b := make([]byte, n)
	rand.Read(b) // never fails (Go 1.24)
	return hex.EncodeToString(b)
}
