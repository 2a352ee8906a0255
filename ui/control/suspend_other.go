//go:build !unix

package control

const OnUnix = false

func wake() {}
