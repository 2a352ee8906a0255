package sessions

import (
	"bytes"
	"os"
	"testing"

	"example.com/sfatui/datasets/message"

	"example.com/sfatui/sessions/jsonl"
	"example.com/sfatui/sessions/sessiontest"
)

func FuzzOpenHeader(f *testing.F) {
	file, err := os.ReadFile("testdata/version1/session.json")
	must(f, err)
	f.Add(file, false)
	f.Add(sessiontest.Unsummed(file), true)
	f.Add([]byte(`{"format":"sfatui-session","version":1,"uuid":"\u001b[2J","created":"2026-03-01T12:00:00Z","name":"\u202e"}`[:80]), true)
	f.Fuzz(func(t *testing.T, file []byte, seal bool) {
		if seal && len(file) > 0 {
			file = jsonl.AppendSum("", bytes.Clone(file))
		}
		h, err := decodeHeader(file)
		if err != nil {
			return
		}
		if h.Format != Format || h.Version < 1 || h.Version > Version || h.UUID == "" {
			t.Fatalf("header is %+v", h)
		}
		if shown := h.Name + h.UUID + h.Host + h.Data.Name + h.Engine; message.Clean(shown) != shown {
			t.Fatalf("texts are %q", shown)
		}
	})
}
