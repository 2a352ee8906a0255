//go:build unix

package ui

import "syscall"

const onUnix = true

// wake lets this process go on after it asked to be stopped.
func wake() { _ = syscall.Kill(syscall.Getpid(), syscall.SIGCONT) }
