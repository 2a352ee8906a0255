package journal

import (
	"os"
	"testing"
	"time"

	"example.com/sfatui/sessions/record"
)

// The fields are those of proc_pid_stat(5) after the name: 250 and 50 hundredths of a second, and
// 1,000 pages.
func TestUsageOfFields(t *testing.T) {
	fields := make([]string, 50)
	for i := range fields {
		fields[i] = "7"
	}
	fields[11], fields[12], fields[21] = "250", "50", "1000"
	u, ok := usageOf(fields)
	if want := (Usage{3 * time.Second, 1000 * int64(os.Getpagesize())}); !ok || u != want {
		t.Errorf("%+v, want %+v", u, want)
	}
	fields[12] = "x"
	if _, ok := usageOf(fields); ok {
		t.Error("a word is a number")
	}
	if _, ok := usageOf(nil); ok {
		t.Error("a process that is gone uses something")
	}
}

// A process counts once, however many journals it writes, and only on this machine.
func TestUsageOfWriters(t *testing.T) {
	if processStat(os.Getpid()) == nil {
		t.Skip("this system does not tell of its processes")
	}
	here := record.Writing{Opened: record.Opened{Host: HostName(), PID: os.Getpid(), Boot: bootID(), PIDs: pidNamespace()}}
	elsewhere := here
	elsewhere.Host += "-not"
	one, ok := UsageOf([]record.Writing{here})
	if !ok || one.Memory < 1<<20 {
		t.Fatalf("%+v, %v", one, ok)
	}
	if twice, _ := UsageOf([]record.Writing{here, here, elsewhere}); twice.Memory > one.Memory*3/2 {
		t.Errorf("counted twice: %+v after %+v", twice, one)
	}
	if u, ok := UsageOf([]record.Writing{elsewhere}); ok {
		t.Errorf("of another machine: %+v", u)
	}
}
