package jobs

import (
	"context"
	"debug/elf"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/store"
)

// A Finding is the result of one check, in words.
type Finding struct{ What, Text string }

// Examine checks what a submission to a cluster depends on: Slurm's commands,
// the controller, the partition, and the folder of sessions and the program,
// which the nodes must be able to read.
func Examine(ctx context.Context, slurm *Slurm, partition, folder, program string) []Finding {
	var out []Finding
	say := func(what, format string, args ...any) {
		out = append(out, Finding{what, message.Clean(fmt.Sprintf(format, args...))})
	}
	for _, command := range []string{"sbatch", "squeue", "scontrol", "scancel", "sinfo"} {
		version, err := slurm.call(ctx, command, "--version")
		var here *NotHereError
		if errors.As(err, &here) {
			say(command, "%v", err)
			return out
		}
		if err != nil {
			say(command, "%v", err)
		} else if command == "sbatch" {
			say("Slurm", "%s", strings.TrimSpace(version))
		}
	}
	if ping, err := slurm.call(ctx, "scontrol", "ping"); err != nil {
		say("controller", "%v", err)
	} else {
		say("controller", "%s", strings.Join(strings.Fields(ping), " "))
	}
	if p, err := slurm.Partition(ctx, partition); err != nil {
		say("partition", "%v", err)
	} else {
		limit := "no time limit"
		if p.Limit > 0 {
			limit = "time limit " + timeText(p.Limit)
		}
		say("partition", "%s: %d nodes up, %d processors, %s, arrays of up to %d tasks", p.Name, p.Nodes, p.CPUs, limit, p.MaxArraySize-1)
		for _, kind := range slurm.kinds(ctx, p.Name) {
			say("nodes", "%d with %s processors, %s MB, features %s", kind.count, kind.cpus, kind.memory, kind.features)
		}
	}
	say("sessions", "%s", folderText(folder))
	say("program", "%s", programText(program))
	return out
}

// kind is a group of nodes with equal hardware and features.
type kind struct {
	count                  int
	cpus, memory, features string
}

// kinds returns the nodes of a partition, grouped by hardware and features.
func (s *Slurm) kinds(ctx context.Context, partition string) []kind {
	text, err := s.call(ctx, "sinfo", "-h", "-N", "-o", "%c|%m|%f", "--partition="+partition)
	if err != nil {
		return nil
	}
	var out []kind
	for line := range strings.Lines(text) {
		f := strings.Split(strings.TrimSpace(line), "|")
		if len(f) != 3 {
			continue
		}
		i := slices.IndexFunc(out, func(k kind) bool { return k.cpus == f[0] && k.memory == f[1] && k.features == f[2] })
		if i < 0 {
			i = len(out)
			out = append(out, kind{0, f[0], f[1], f[2]})
		}
		out[i].count++
	}
	return out
}

// folderText returns the file system of a folder of sessions, whether it
// supports hard links, and how long a durable write takes.
func folderText(dir string) string {
	where := "on this machine's own disk: nodes do not see it unless it is shared"
	if store.Networked(dir) {
		where = "on a network file system"
	}
	temp := filepath.Join(dir, store.Temporary("doctor"))
	f, err := os.OpenFile(temp, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Sprintf("%s cannot be written: %v", dir, err)
	}
	defer os.Remove(temp)
	defer f.Close()
	begin := time.Now()
	_, err = f.WriteString("x\n")
	if err == nil {
		err = f.Sync()
	}
	took := time.Since(begin)
	link := temp + ".link"
	if err == nil {
		err = os.Link(temp, link)
		defer os.Remove(link)
	}
	if err != nil {
		return fmt.Sprintf("%s, %s: %v; sessions need hard links", dir, where, err)
	}
	if info, err := f.Stat(); err == nil && store.Links(info) != 2 {
		return fmt.Sprintf("%s, %s: a hard link is not counted (%d names): a lost reply of the server would not be noticed", dir, where, store.Links(info))
	}
	return fmt.Sprintf("%s, %s, hard links work, a durable write takes %s", dir, where, took.Round(100*time.Microsecond))
}

// programText returns the path of the program and whether it can run on nodes
// without further files.
func programText(path string) string {
	f, err := elf.Open(path)
	if err != nil {
		return path
	}
	defer f.Close()
	if libraries, err := f.ImportedLibraries(); err == nil && len(libraries) > 0 {
		return fmt.Sprintf("%s needs %s on every node", path, strings.Join(libraries, ", "))
	}
	return path + ", static: it is copied into the session, and needs nothing on the nodes"
}

// NodeReport holds what a task finds on its node.
type NodeReport struct {
	Node, Kernels, TempDir, TempType string
	TempFree                         int64
	Time                             time.Time
}

// ReportNode writes the report of this node into dir, which the nodes share.
// [Survey] starts it on a node.
func ReportNode(dir string, env func(string) string) error {
	r := NodeReport{Node: Host(env), Kernels: sweep.KernelPath(), TempDir: os.TempDir(), Time: time.Now()}
	r.TempFree, r.TempType = roomIn(r.TempDir)
	b, err := json.Marshal(r)
	if err != nil {
		return err
	}
	name := filepath.Join(dir, "node-"+env("SLURM_JOB_ID")+".json")
	temp := store.Temporary(name)
	if err := os.WriteFile(temp, b, 0o600); err != nil {
		return err
	}
	defer os.Remove(temp)
	return os.Link(temp, name)
}

// surveyTime is the time that a survey waits for the nodes.
const surveyTime = 2 * time.Minute

// Survey runs a task of one minute on a node of each kind, and waits up to two
// minutes for their reports.
func Survey(ctx context.Context, slurm *Slurm, partition, folder, program string) ([]Finding, error) {
	p, err := slurm.Partition(ctx, partition)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp(folder, "doctor-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	waiting := map[string]string{} // features by job
	for _, k := range slurm.kinds(ctx, p.Name) {
		args := []string{"--parsable", "--export=PATH,HOME,TMPDIR", "--job-name=sfatui-doctor", "--time=1", "--ntasks=1", "--output=/dev/null", "--partition=" + p.Name}
		if k.features != "(null)" {
			args = append(args, "--constraint="+strings.ReplaceAll(k.features, ",", "&"))
		}
		args = append(args, "--wrap=exec "+quoted(program)+" doctor --slurm --node "+quoted(dir))
		out, err := slurm.call(ctx, "sbatch", args...)
		if err != nil {
			return nil, err
		}
		id, _, _ := strings.Cut(strings.TrimSpace(out), ";")
		waiting[id] = k.features
	}
	var found []Finding
	for end := time.Now().Add(surveyTime); len(waiting) > 0 && time.Now().Before(end); {
		if err := slurm.wait(ctx, time.Second); err != nil {
			break
		}
		for id, features := range waiting {
			var r NodeReport
			b, err := os.ReadFile(filepath.Join(dir, "node-"+id+".json"))
			if err != nil || json.Unmarshal(b, &r) != nil {
				continue
			}
			delete(waiting, id)
			found = append(found, Finding{"node " + message.Clean(r.Node), message.Clean(fmt.Sprintf("features %s: sees the folder, links, has %s; clock %+.1f s; %s is %s with %s free",
				features, r.Kernels, time.Until(r.Time).Seconds(), r.TempDir, r.TempType, sweep.FormatBytes(r.TempFree)))})
		}
	}
	for id, features := range waiting {
		found = append(found, Finding{"nodes", message.Clean(fmt.Sprintf("features %s: no report within %s: the queue is long, or %s is not on a file system that nodes share", features, surveyTime, folder))})
		slurm.Cancel(context.WithoutCancel(ctx), id)
	}
	slices.SortFunc(found, func(a, b Finding) int { return strings.Compare(a.What+a.Text, b.What+b.Text) })
	return found, nil
}
