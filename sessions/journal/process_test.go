package journal

import (
	"os"
	"os/exec"
	"runtime"
	"testing"
	"time"
)

func TestAlive(t *testing.T) {
	if !isAlive(os.Getpid(), time.Now()) {
		t.Error("this process is dead")
	}
	if isAlive(0, time.Now()) || isAlive(-1, time.Now()) {
		t.Error("a process without a number lives")
	}
	if runtime.GOOS != "linux" {
		t.Skip("this system does not tell when a process began")
	}
	if isAlive(4194304, time.Now()) {
		t.Error("a process that cannot be lives")
	}
	if isAlive(os.Getpid(), time.Now().Add(-24*time.Hour)) {
		t.Error("this process wrote before it began")
	}
}

// TestZombieIsDead verifies that a killed process is dead before its parent reaps it.
func TestZombieIsDead(t *testing.T) {
	cmd := exec.Command("/bin/sh", "-c", "read x")
	in, err := cmd.StdinPipe()
	must(t, err)
	must(t, cmd.Start())
	defer cmd.Wait()
	if processStat(cmd.Process.Pid) == nil {
		t.Skip("this system does not tell of its processes")
	}
	if !isAlive(cmd.Process.Pid, time.Now()) {
		t.Error("one that waits for a line is dead")
	}
	must(t, in.Close())
	for range 5000 {
		if stat := processStat(cmd.Process.Pid); stat[0] == "Z" {
			break
		}
		time.Sleep(time.Millisecond)
	}
	if isAlive(cmd.Process.Pid, time.Now()) {
		t.Errorf("one in state %s lives", processStat(cmd.Process.Pid)[0])
	}
}
