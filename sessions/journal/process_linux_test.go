package journal

import (
	"os/exec"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// TestZombieIsDead verifies that a killed process is dead before its parent reaps it.
func TestZombieIsDead(t *testing.T) {
	cmd := exec.Command("/bin/sh", "-c", "read x")
	in, err := cmd.StdinPipe()
	must(t, err)
	must(t, cmd.Start())
	defer cmd.Wait()
	if processStat(cmd.Process.Pid) == nil {
		t.Skip("/proc cannot be read here")
	}
	if !isAlive(cmd.Process.Pid, time.Now()) {
		t.Error("one that waits for a line is dead")
	}
	must(t, in.Close())
	// Waits for its end, and leaves it to be reaped.
	must(t, unix.Waitid(unix.P_PID, cmd.Process.Pid, nil, unix.WEXITED|unix.WNOWAIT, nil))
	if isAlive(cmd.Process.Pid, time.Now()) {
		t.Errorf("one in state %s lives", processStat(cmd.Process.Pid)[0])
	}
}
