//go:build unix

package control

import "syscall"

const OnUnix = true

// wake lets this process go on after it asked to be stopped.
func wake() { _ = syscall.Kill(syscall.Getpid(), syscall.SIGCONT) }
