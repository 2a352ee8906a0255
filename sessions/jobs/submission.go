package jobs

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/store"
)

// A Submission is one request to a batch system. It is written to
// jobs/0001.json before the request, and the job's number to jobs/0001.id after
// it.
type Submission struct {
	Number  int       `json:"number"`
	Created time.Time `json:"created"`
	// Tasks is the number of shares of the sweep; Array lists the submitted
	// ones: 1-6,9.
	Tasks    int    `json:"tasks"`
	Array    string `json:"array"`
	Plans    int    `json:"plans"` // number of plans that are divided
	ByPoints bool   `json:"by_points,omitempty"`
	// Points is the number of missing points.
	Points int `json:"points"`

	CPUs      int    `json:"cpus"`
	Memory    int64  `json:"memory"` // of a task, in bytes
	Time      string `json:"time"`
	Partition string `json:"partition,omitempty"`
	DataRoot  string `json:"data_root,omitempty"` // see [DataRoot]

	// Session is the session's absolute directory at submission; "" in older
	// submissions. It distinguishes the session from its copies, which have the
	// file but not the tasks.
	Session string   `json:"session,omitempty"`
	Binary  string   `json:"binary"`
	Sbatch  []string `json:"sbatch"` // arguments of sbatch
	// ScriptSum is the SHA-256 of the batch script; "" in older submissions.
	ScriptSum string `json:"script_sha256,omitempty"`

	ID string `json:"-"` // number of the job; "" if it never arrived
	// Note explains the number of tasks: the extra cost of more, or why each
	// point has its own; "" for none.
	Note string `json:"-"`
	// Mended is the file of the program if it was replaced because its bytes
	// did not match its name; "" for none.
	Mended string `json:"-"`

	again        bool // see [Options]
	account      string
	setup, extra []string
}

// JobName returns the name of the submission's job in a session with the given
// UUID. The name identifies a job whose number was lost. It contains a digest
// of the directory, because a copy of the session has the same UUID.
func (sub *Submission) JobName(uuid string) string {
	name := fmt.Sprintf("sfatui-%.8s-%04d", plainWord(uuid), sub.Number)
	if sub.Session == "" {
		return name
	}
	sum := sha256.Sum256([]byte(sub.Session))
	return name + "-" + hex.EncodeToString(sum[:4])
}

// plainWord returns text without the characters that are neither digits nor
// lower-case letters, for use as an unquoted argument.
func plainWord(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r >= 'a' && r <= 'z' {
			return r
		}
		return -1
	}, text)
}

// stem returns the path of the submission's files without extension.
func stem(number int) string { return fmt.Sprintf("%s/%04d", store.JobsDir, number) }

// maxIntent is the maximum size of a submission's file in bytes.
const maxIntent = 1 << 20

// Submissions returns the submissions of a session in order. It skips files
// that it cannot read, because they hold no results. It also skips submissions
// from another existing directory, of which this session is a copy.
func Submissions(s *sessions.Session) []Submission {
	root, err := s.Files().OpenRoot()
	if err != nil {
		return nil
	}
	defer root.Close()
	return submissions(root)
}

// submissions returns the submissions in a session's folder.
func submissions(root *os.Root) []Submission {
	dir, err := root.Open(store.JobsDir)
	if err != nil {
		return nil
	}
	defer dir.Close()
	names, _ := dir.Readdirnames(-1)
	var out []Submission
	for _, name := range names {
		n, err := strconv.Atoi(strings.TrimSuffix(name, ".json"))
		if err != nil || !strings.HasSuffix(name, ".json") || stem(n)+".json" != store.JobsDir+"/"+name {
			continue
		}
		var sub Submission
		if readJSON(root, stem(n)+".json", &sub) != nil || sub.Number != n || sub.Tasks < 1 || sub.Tasks > maxTasks {
			continue
		}
		if id, err := readSmall(root, stem(n)+".id"); err == nil {
			sub.ID = message.Clean(strings.TrimSpace(string(id)))
		}
		out = append(out, sub)
	}
	slices.SortFunc(out, func(a, b Submission) int { return a.Number - b.Number })
	return slices.DeleteFunc(out, func(sub Submission) bool { return sub.foreign(root) })
}

// foreign reports whether the tasks of a submission compute in another
// directory than root.
func (sub *Submission) foreign(root *os.Root) bool {
	return store.IsElsewhere(sub.Session, func() (fs.FileInfo, error) { return root.Stat(".") })
}

// readSmall reads a regular file up to maxIntent bytes.
func readSmall(root *os.Root, name string) ([]byte, error) {
	f, err := openFile(root, name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, maxIntent))
}

// openFile opens a regular file. It does not block on a pipe of that name.
func openFile(root *os.Root, name string) (*os.File, error) {
	f, err := root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		f.Close()
		return nil, errors.New(name + " is not a regular file")
	}
	return f, nil
}

func readJSON(root *os.Root, name string, into any) error {
	b, err := readSmall(root, name)
	if err != nil {
		return err
	}
	return json.Unmarshal(b, into)
}

// Log returns the path of a task's log in the session.
func (sub *Submission) Log(task int) string {
	return filepath.Join(stem(sub.Number)+".log", strconv.Itoa(task)+".txt")
}

// publish writes the files of a submission under the next free number.
func (sub *Submission) publish(s *sessions.Session) error {
	root, err := s.Files().OpenRoot()
	if err != nil {
		return err
	}
	defer root.Close()
	if err := root.Mkdir(store.JobsDir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return s.Wrap(err)
	}
	if err = sub.copyBinary(root); err != nil {
		return s.Wrap(err)
	}
	for {
		if err := sub.complete(); err != nil {
			return err
		}
		script := sub.script(s)
		if sub.ScriptSum, err = digest(strings.NewReader(script)); err != nil {
			return s.Wrap(err)
		}
		b, err := json.MarshalIndent(sub, "", "  ")
		if err != nil {
			return s.Wrap(err)
		}
		err = write(root, stem(sub.Number)+".json", append(b, '\n'), 0o600)
		if errors.Is(err, fs.ErrExist) {
			var other Submission
			if readJSON(root, stem(sub.Number)+".json", &other) == nil && time.Since(other.Created) < maxUnnumbered && !sub.again && !other.foreign(root) {
				return &QueuedError{fmt.Sprintf("%04d (under way)", sub.Number)} // written since Prepare
			}
			sub.Number++
			continue
		}
		if err == nil {
			err = root.Mkdir(stem(sub.Number)+".log", 0o700)
		}
		if err == nil {
			err = write(root, stem(sub.Number)+".new", []byte(script), 0o700)
		}
		if err == nil { // rename, so that a killed submit leaves a complete script or none
			err = root.Rename(stem(sub.Number)+".new", stem(sub.Number)+".sh")
		}
		if err != nil {
			sub.retract(s) // else the submission would appear to be under way
			return s.Wrap(err)
		}
		return nil
	}
}

// retract removes the files of a failed submission.
func (sub *Submission) retract(s *sessions.Session) {
	root, err := s.Files().OpenRoot()
	if err != nil {
		return
	}
	defer root.Close()
	root.Remove(stem(sub.Number) + ".json")
	root.Remove(stem(sub.Number) + ".sh")
	root.Remove(stem(sub.Number) + ".new")
	root.Remove(stem(sub.Number) + ".log")
}

// queued records the number of the job.
func (sub *Submission) queued(s *sessions.Session, id string) error {
	sub.ID = id
	root, err := s.Files().OpenRoot()
	if err != nil {
		return err
	}
	defer root.Close()
	return write(root, stem(sub.Number)+".id", []byte(id+"\n"), 0o600)
}

// write writes and syncs a new file.
func write(root *os.Root, name string, b []byte, mode fs.FileMode) error {
	f, err := root.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, mode)
	if err != nil {
		return err
	}
	_, err = f.Write(b)
	if err == nil {
		err = f.Sync()
	}
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	return err
}

// copyBinary copies the program into the session once, so that an upgrade
// during the sweep does not mix two engines. It replaces a copy whose bytes do
// not match its name.
func (sub *Submission) copyBinary(root *os.Root) error {
	f, err := os.Open(sub.Binary)
	if err != nil {
		return err
	}
	defer f.Close()
	sum, err := digest(f)
	if err != nil {
		return err
	}
	name := binaries + "/" + sum
	sub.Binary = filepath.Join(sub.Session, name)
	if there, err := digestOf(root, name); err == nil && there == sum {
		return nil
	} else if !errors.Is(err, fs.ErrNotExist) {
		sub.Mended = sub.Binary
	}
	if err := root.Mkdir(binaries, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return err
	}
	temp := store.Temporary(name)
	to, err := root.OpenFile(temp, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o700)
	if err != nil {
		return err
	}
	_, err = io.Copy(to, f)
	if err == nil {
		err = to.Sync()
	}
	if closeErr := to.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = root.Rename(temp, name)
	}
	if err != nil {
		root.Remove(temp)
	}
	return err
}

// binaries is the folder of programs, each named by the SHA-256 of its bytes.
const binaries = store.JobsDir + "/bin"

// digest returns the SHA-256 of the reader's remaining bytes in hexadecimal.
func digest(r io.Reader) (string, error) {
	h := sha256.New()
	_, err := io.Copy(h, r)
	return hex.EncodeToString(h.Sum(nil)), err
}

// digestOf returns the SHA-256 of a regular file in hexadecimal.
func digestOf(root *os.Root, name string) (string, error) {
	f, err := openFile(root, name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	return digest(f)
}
