package record

import (
	"reflect"
	"strings"
	"testing"

	"example.com/sfatui/sessions/jsonl"
)

func TestRecordsAreThePublicFormat(t *testing.T) {
	r := Record{N: 17, T: 1312, Kind: "stage.done", Data: []byte(`{"stage":"a < b"}`), Writer: "w"}
	b, err := Encode(r)
	if err != nil {
		t.Fatal(err)
	}
	// The sum is CRC-32C of `w{"n":17,…"d":{"stage":"a < b"}`, by another program.
	const want = `{"n":17,"t":1312,"k":"stage.done","d":{"stage":"a < b"},"c":"f6cfc803"}` + "\n"
	if string(b) != want {
		t.Errorf("record is %s, not %s", b, want)
	}
	got, err := Decode("w", b)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, r) {
		t.Errorf("read back as %+v", got)
	}
	if _, err := Encode(Record{N: 1, Data: []byte(`"` + strings.Repeat("x", jsonl.MaxLine) + `"`)}); err == nil {
		t.Error("a line that no reader takes was made")
	}
}
