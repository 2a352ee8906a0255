package record

import (
	"encoding/json"
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

// A record in the fixed form, parsed without a JSON decoder, equals the decoded
// one.
func TestDecodeOwn(t *testing.T) {
	const seal = `,"c":"f6cfc803"}`
	for text, own := range map[string]bool{
		`{"n":17,"t":1312,"k":"stage.done","d":{"stage":"a \" < b","d":{"k":"x"}}`: true,
		`{"n":1,"t":0,"k":"command.task","d":{}`:                                   true,
		`{"n":1,"t":8796093022207,"k":"x","d":{"c":"f6cfc803"}`:                    true,
		`{"n":1,"t":8796093022208,"k":"x","d":{}`:                                  false,
		`{"n":0,"t":1,"k":"x","d":{}`:                                              false,
		`{"n":01,"t":1,"k":"x","d":{}`:                                             false,
		`{"n":1,"t":-1,"k":"x","d":{}`:                                             false,
		`{"n":1,"t":1.5,"k":"x","d":{}`:                                            false,
		`{"n":18446744073709551615,"t":1,"k":"x","d":{}`:                           false,
		`{"n":1,"t":1,"k":"","d":{}`:                                               false,
		`{"n":1,"t":1x","d":{}`:                                                    false,
		`{"n":1,"t":1,"k":"\u0061","d":{}`:                                         false,
		`{"n":1,"t":1,"k":"x","d":{},"k":"y"`:                                      false,
		`{"n":1,"t":1,"k":"x","d":{}{}`:                                            false,
		`{"n":1,"t":1,"k":"x","d": {}`:                                             false,
		`{"n":1,"t":1,"k":"x","d":[1]`:                                             false,
		`{"n":1,"t":1,"k":"x","d":{]}`:                                             false,
		`{"t":1,"n":1,"k":"x","d":{}`:                                              false,
		`{`:                                                                        false, ``: false,
	} {
		text += seal
		var l line
		fault := json.Unmarshal([]byte(text), &l)
		slow := Record{N: l.N, T: l.T, Kind: l.K, Data: l.D, Writer: "w"}
		got, ok := decodeOwn("w", []byte(text))
		if ok != own || ok && (fault != nil || !reflect.DeepEqual(got, slow)) {
			t.Errorf("%s: %+v, %t; else %+v, %v", text, got, ok, slow, fault)
		}
	}
}
