//go:build !linux

package testenv

const memoryDir = ""

func usable(string) bool { return false }
