//go:build !unix

package work

const OnUnix = false

func wake() {}
