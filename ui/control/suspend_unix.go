//go:build unix

package control

import "syscall"

const OnUnix = true

// wake sends SIGCONT to this process, which continues it after a suspension.
func wake() { _ = syscall.Kill(syscall.Getpid(), syscall.SIGCONT) }
