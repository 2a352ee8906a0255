package journal

import (
	"os"
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
