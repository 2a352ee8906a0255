package journal

import (
	"bytes"
	"os"
	"testing"

	"example.com/sfatui/sessions/jsonl"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/sessiontest"
	"example.com/sfatui/sessions/store"
)

func FuzzReadJournal(f *testing.F) {
	const writer = "20260301T120000.010Z-5a7f06c5"
	file, err := os.ReadFile("../testdata/version1/journal/" + writer + ".jsonl")
	must(f, err)
	f.Add(file, []byte(`{"n":9,"t":1,"k":"x","d":{}}`))
	f.Add(file[:len(file)/2], []byte(`{"n":1,"t":1,"k":"point.done","d":{"key":"../../x","cost":-1}}`))
	f.Add([]byte{}, []byte(`{"n":18446744073709551615,"t":9,"k":"plan.added","d":{"plan":"2","points":1e99}}`))
	f.Fuzz(func(t *testing.T, file, body []byte) {
		// body is sealed, so that what lies behind the checksum is reached.
		if len(body) > 0 {
			file = append(bytes.Clone(file), jsonl.AppendSum(writer, bytes.Clone(body))...)
		}
		var ds store.Damages
		j := &journal{writer: writer}
		rs, err := j.scan(bytes.NewReader(file), &ds)
		if err != nil {
			t.Fatal(err)
		}
		var st record.State
		for i, r := range rs {
			if i > 0 && r.N <= rs[i-1].N {
				t.Fatalf("record %d after record %d", r.N, rs[i-1].N)
			}
			st = record.Reduce(st, r)
			b, err := record.Encode(r)
			if err != nil {
				continue // a line at the limit may grow when it is written anew
			}
			if back, err := record.Decode(writer, b); err != nil || back.N != r.N || back.Kind != r.Kind {
				t.Fatalf("%+v reads back as %+v, %v", r, back, err)
			}
		}
		if p := st.Progress(); !(p >= 0 && p <= 1) || st.Total < 0 || st.Elapsed() < 0 {
			t.Fatalf("state is %+v", st)
		}
		whole := bytes.Count(file, []byte("\n"))
		if len(rs)+len(ds.All()) == 0 && whole > 0 {
			t.Fatal("lines were neither read nor reported")
		}
	})
}

func FuzzOpenPoint(f *testing.F) {
	e := sessiontest.Plan(1)[0]
	file, err := encodePoint(*sessiontest.Result(e, 1))
	must(f, err)
	f.Add(file, false)
	f.Add(sessiontest.Unsummed(file), true)
	f.Add([]byte(`{"key":"`+e.Key+`","picks":[1e9],"slowness":{"train":["NaN"]}}`), true)
	f.Fuzz(func(t *testing.T, file []byte, seal bool) {
		if seal && len(file) > 0 {
			file = jsonl.AppendSum("", bytes.Clone(file))
		}
		p, err := decodePoint(keys{}, e.Key, file)
		if err != nil {
			return
		}
		again, err := encodePoint(*p.result)
		if err != nil {
			t.Fatal(err)
		}
		q, err := decodePoint(keys{}, e.Key, again)
		if err != nil {
			t.Fatal(err)
		}
		if third, _ := encodePoint(*q.result); !bytes.Equal(again, third) {
			t.Fatalf("%s became %s", again, third)
		}
	})
}

func FuzzReadPlan(f *testing.F) {
	file, err := encodePlan(sessiontest.Plan(2))
	must(f, err)
	f.Add(file, []byte(`{"n":4,"key":"`+sessiontest.Plan(1)[0].Key+`","cost":-1}`))
	f.Add(file[:len(file)/2], []byte(`{"n":1,"points":1000000000000}`))
	f.Fuzz(func(t *testing.T, file, body []byte) {
		if len(body) > 0 {
			file = append(bytes.Clone(file), jsonl.AppendSum("", bytes.Clone(body))...)
		}
		var ds store.Damages
		entries := scanPlan(keys{}, "plan", bytes.NewReader(file), &ds)
		if len(entries) > bytes.Count(file, []byte(sessiontest.SumField)) {
			t.Fatalf("%d points of %d bytes", len(entries), len(file))
		}
		for _, e := range entries {
			if !record.IsKey(e.Key) || !(e.Cost >= 0) {
				t.Fatalf("a point is %+v", e)
			}
		}
		if len(ds.All()) == 0 && bytes.Count(file, []byte("\n")) != len(entries)+1 {
			t.Fatalf("%d points, no damage, in %q", len(entries), file)
		}
	})
}
