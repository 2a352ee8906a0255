package export_test

import (
	"testing"

	"example.com/sfatui/datasets/testenv"
)

func TestMain(m *testing.M) {
	testenv.MemoryDisk()
	testenv.CollectRarely()
	m.Run()
}
