package serve

import (
	"testing"

	"example.com/sfatui/datasets/testenv"
)

func TestMain(m *testing.M) {
	testenv.CollectRarely()
	m.Run()
}
