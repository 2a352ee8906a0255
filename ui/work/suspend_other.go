//go:build !unix

package ui

const onUnix = false

func wake() {}
