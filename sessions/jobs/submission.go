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

// Submission is what was asked of a batch system, once: it stands in jobs/0001.json before
// that is asked, and the number of the job in jobs/0001.id after it.
type Submission struct {
	Number  int       `json:"number"`
	Created time.Time `json:"created"`
	// Tasks is how many shares the sweep has, Array those that are asked for: 1-6,9.
	Tasks    int    `json:"tasks"`
	Array    string `json:"array"`
	Plans    int    `json:"plans"` // how many are parted
	ByPoints bool   `json:"by_points,omitempty"`
	// Points were missing.
	Points int `json:"points"`

	CPUs      int    `json:"cpus"`
	Memory    int64  `json:"memory"` // bytes, of a task
	Time      string `json:"time"`
	Partition string `json:"partition,omitempty"`
	DataRoot  string `json:"data_root,omitempty"` // see [DataRoot]

	// Session is the session's directory when it was submitted, from the root on; "" in
	// submissions of before. A copy of the session has the file, and not the tasks.
	Session string   `json:"session,omitempty"`
	Binary  string   `json:"binary"`
	Sbatch  []string `json:"sbatch"` // its arguments
	// ScriptSum is the SHA-256 of the batch script; "" in submissions of before.
	ScriptSum string `json:"script_sha256,omitempty"`

	ID string `json:"-"` // the job's number; "" where it never came
	// Note says what more tasks would cost, "" where no more would be of use.
	Note string `json:"-"`
	// Mended names the file of the program that was written anew, as its bytes were not
	// those that its name says; "" for none.
	Mended string `json:"-"`

	again        bool // see [Options]
	account      string
	setup, extra []string
}

// JobName returns the name of the submission's job in a session with the given UUID. A job
// is found by it whose number was lost. A copy of the session has the same UUID, so the name
// has a digest of the directory, too.
func (sub *Submission) JobName(uuid string) string {
	name := fmt.Sprintf("sfatui-%.8s-%04d", plainWord(uuid), sub.Number)
	if sub.Session == "" {
		return name
	}
	sum := sha256.Sum256([]byte(sub.Session))
	return name + "-" + hex.EncodeToString(sum[:4])
}

// plainWord is a word that can be an argument: what of a header is not, is left out.
func plainWord(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r >= 'a' && r <= 'z' {
			return r
		}
		return -1
	}, text)
}

// stem is the name of the submission's files.
func stem(number int) string { return fmt.Sprintf("%s/%04d", store.JobsDir, number) }

// maxIntent bounds the file of a submission in bytes.
const maxIntent = 1 << 20

// Submissions returns those of a session, in order. What cannot be read is left out: losing
// it loses nothing. So is what was submitted from a directory that is still there and is
// another one: this session is a copy of that.
func Submissions(s *sessions.Session) []Submission {
	root, err := s.OpenRoot()
	if err != nil {
		return nil
	}
	defer root.Close()
	return submissions(root)
}

// submissions are those in the folder of a session.
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

// foreign reports whether the tasks of a submission compute in another directory than root.
func (sub *Submission) foreign(root *os.Root) bool {
	return store.IsElsewhere(sub.Session, func() (fs.FileInfo, error) { return root.Stat(".") })
}

// readSmall reads a regular file of a bounded size.
func readSmall(root *os.Root, name string) ([]byte, error) {
	f, err := openFile(root, name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, maxIntent))
}

// openFile opens a regular file. A pipe that takes its place does not block.
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

// Log is where in the session a task of the submission writes what it says.
func (sub *Submission) Log(task int) string {
	return filepath.Join(stem(sub.Number)+".log", strconv.Itoa(task)+".txt")
}

// publish writes the files of a submission under the next free number.
func (sub *Submission) publish(s *sessions.Session) error {
	root, err := s.OpenRoot()
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
		if err := sub.complete(s); err != nil {
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
			if readJSON(root, stem(sub.Number)+".json", &other) == nil && time.Since(other.Created) < coming && !sub.again && !other.foreign(root) {
				return &QueuedError{fmt.Sprintf("%04d (under way)", sub.Number)} // it was not there a moment ago
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
		if err == nil { // so that a killed submit leaves a whole script or none
			err = root.Rename(stem(sub.Number)+".new", stem(sub.Number)+".sh")
		}
		if err != nil {
			sub.retract(s) // else it would stand there as one that is under way
			return s.Wrap(err)
		}
		return nil
	}
}

// retract takes away the files of a submission that came to nothing.
func (sub *Submission) retract(s *sessions.Session) {
	root, err := s.OpenRoot()
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
	root, err := s.OpenRoot()
	if err != nil {
		return err
	}
	defer root.Close()
	return write(root, stem(sub.Number)+".id", []byte(id+"\n"), 0o600)
}

// write makes a new file.
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

// copyBinary copies the program into the session, once: an upgrade meanwhile must not split
// a sweep over two engines. What has the copy's name and other bytes is written anew.
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

// digest returns the SHA-256 of what is left to read.
func digest(r io.Reader) (string, error) {
	h := sha256.New()
	_, err := io.Copy(h, r)
	return hex.EncodeToString(h.Sum(nil)), err
}

// digestOf returns the SHA-256 of a regular file.
func digestOf(root *os.Root, name string) (string, error) {
	f, err := openFile(root, name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	return digest(f)
}
