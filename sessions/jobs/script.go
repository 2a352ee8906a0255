package jobs

import (
	"fmt"
	"path/filepath"
	"strings"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/record"
)

// maxPath is the maximum length in bytes of a session's path in a batch script.
const maxPath = 1000

// checkPath returns an error for a path that cannot be written into a batch
// script.
func checkPath(what, path string) error {
	if len(path) > maxPath || strings.ContainsAny(path, "\n\r\x00") {
		return message.Usagef("%s %s cannot be written in a batch script, because it is longer than %d bytes or has a line break: rename it", what, message.Clean(path[:min(len(path), 60)]), maxPath)
	}
	return nil
}

// script returns the batch script. It quotes all text from the user, except the
// lines of --setup, which are copied.
func (sub *Submission) script(s *sessions.Session) string {
	path, _, _ := strings.Cut(s.Header.KernelPath, "-")
	var b strings.Builder
	b.WriteString("#!/bin/bash\n")
	fmt.Fprintf(&b, "# Tasks of a sweep. The session records what is done: run this again at any time.\n")
	fmt.Fprintf(&b, "#SBATCH --job-name=%s --array=%s --requeue --open-mode=append\n", sub.JobName(s.Header.UUID), sub.Array)
	fmt.Fprintf(&b, "#SBATCH --nodes=1 --ntasks=1 --cpus-per-task=%d --mem=%dM --time=%s\n", sub.CPUs, (sub.Memory+1<<20-1)>>20, sub.Time)
	fmt.Fprintf(&b, "export SFATUI_KERNELS=%s GOMAXPROCS=${SLURM_CPUS_PER_TASK:-1}\n", plainWord(path))
	for _, line := range sub.setup {
		b.WriteString(line + "\n")
	}
	split := ""
	if sub.ByPoints {
		split = " --split points"
	}
	if sub.DataRoot != "" {
		split += " --data-root " + quoted(sub.DataRoot)
	}
	if sum := filepath.Base(sub.Binary); record.IsKey(sum) {
		fmt.Fprintf(&b, "if command -v sha256sum >/dev/null && [ \"$(sha256sum <%s | cut -d ' ' -f 1)\" != %s ]; then\n", quoted(sub.Binary), sum)
		fmt.Fprintf(&b, "  printf 'sfatui: %%s does not match the checksum in its name: submit the session again\\n' %s >&2; exit 1\nfi\n", quoted(sub.Binary))
	}
	fmt.Fprintf(&b, "exec %s run --task \"$SLURM_ARRAY_TASK_ID/%d\" --plans %d%s --memory %d -- %s\n",
		quoted(sub.Binary), sub.Tasks, sub.Plans, split, max(sub.Memory-headroom, sub.Memory/2), quoted(sub.Session))
	return b.String()
}

// DataRoot parses A=B: data planned in the directory A are computed from B.
func DataRoot(text string) (from, to string, err error) {
	from, to, ok := strings.Cut(text, "=")
	if !ok || !filepath.IsAbs(from) || !filepath.IsAbs(to) {
		return "", "", message.Usagef("--data-root %q: write A=B, two directories from the root on, such as /home/ada=/mnt/ada", message.Clean(text))
	}
	return filepath.Clean(from), filepath.Clean(to), nil
}

// complete sets the arguments of sbatch. Text from the user goes there, where
// no shell reads it.
func (sub *Submission) complete() error {
	dir := sub.Session
	if err := checkPath("the path", dir); err != nil {
		return err
	}
	logs := filepath.Join(dir, stem(sub.Number)+".log")
	args := []string{"--parsable", "--export=PATH,HOME,TMPDIR", "--output=" + strings.ReplaceAll(logs, "%", "%%") + "/%a.txt"}
	if strings.Contains(dir, `\`) {
		return message.Usagef("the path %s has a backslash, after which Slurm reads no %%: rename it", message.Clean(dir))
	}
	for _, set := range []struct{ name, value string }{{"partition", sub.Partition}, {"account", sub.account}} {
		if set.value != "" {
			args = append(args, "--"+set.name+"="+set.value)
		}
	}
	args = append(args, sub.extra...)
	sub.Sbatch = append(args, filepath.Join(dir, stem(sub.Number)+".sh"))
	return nil
}

// ranges formats increasing numbers for Slurm: 1-3,7.
func ranges(numbers []int) string {
	var parts []string
	for i := 0; i < len(numbers); {
		j := i
		for j+1 < len(numbers) && numbers[j+1] == numbers[j]+1 {
			j++
		}
		if text := fmt.Sprint(numbers[i]); i == j {
			parts = append(parts, text)
		} else {
			parts = append(parts, fmt.Sprintf("%s-%d", text, numbers[j]))
		}
		i = j + 1
	}
	return strings.Join(parts, ",")
}

// readRanges parses the notation of [ranges], skipping what it cannot parse.
func readRanges(text string) []int {
	text, _, _ = strings.Cut(text, "%")
	var out []int
	for part := range strings.SplitSeq(text, ",") {
		var from, to int
		if n, _ := fmt.Sscanf(part, "%d-%d", &from, &to); n == 1 {
			to = from
		} else if n != 2 {
			continue
		}
		for i := max(1, from); i <= min(to, maxTasks); i++ {
			out = append(out, i)
		}
	}
	return out
}
