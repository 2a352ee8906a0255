package run

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/sweeptest"
)

// written is a point as sessions hold it.
const written = `{"method":"sfa","space":"kernel","kernel":"gaussian","sigma":3.477,"lambda":0,"m":250,"p":32,"graph":"time","select":"mp-mah","basis":"stable","shift":true,"readout":"lda","fold":0,"folds":3,"validation":0.25,"seed":1}`

// What no sweep makes is refused when it is read.
func TestPointsOfStrangers(t *testing.T) {
	var p part.Point
	if err := json.Unmarshal([]byte(written), &p); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ from, to, says string }{
		{`"select":"mp-mah"`, `"select":"bogus"`, "choose from mp-mah"},
		{`"select":"mp-mah"`, `"select":"all,random"`, "a point has one"},
		{`"kernel":"gaussian"`, `"kernel":"bogus"`, "choose from gaussian"},
		{`"kernel":"gaussian",`, ``, "kernel"},
		{`"sigma":3.477`, `"sigma":-1`, "must be above 0"},
		{`"sigma":3.477`, `"sigma":1e999`, ""},
		{`"method":"sfa"`, `"method":"none"`, "method"},
		{`"space":"kernel"`, `"space":"outer"`, "space"},
		{`"graph":"time"`, `"graph":"space"`, "graph"},
		{`"readout":"lda"`, `"readout":"magic"`, "readout"},
		{`"method":"sfa"`, `"method":"sfa","front":"pca:-3"`, "front"},
		{`"method":"sfa"`, `"method":"sfa","layers":"1x1"`, "layers"},
		{`"m":250`, `"m":-250`, "must be"},
		{`"p":32`, `"p":99999999999`, "must be"},
		{`"fold":0`, `"fold":-1`, "-1"},
	} {
		text := strings.Replace(written, c.from, c.to, 1)
		if text == written {
			t.Fatalf("%s is not in the point", c.from)
		}
		var p part.Point
		if err := json.Unmarshal([]byte(text), &p); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want an error with %q", c.to, err, c.says)
		}
	}
}

// What lacks something can be looked at, and is not computed.
func TestPointsThatLackSomething(t *testing.T) {
	set := sweeptest.Trials(4, 3, 20)
	for _, c := range []struct{ from, name string }{
		{`"select":"mp-mah",`, "select"}, {`"sigma":3.477,`, "sigma"}, {`"m":250,`, "m"}, {`"p":32,`, "p"},
		{`"method":"sfa",`, "method"}, {`"lambda":0,`, "lambda"}, {`"graph":"time",`, "graph"}, {`"basis":"stable",`, "basis"},
	} {
		var p part.Point
		if err := json.Unmarshal([]byte(strings.Replace(written, c.from, "", 1)), &p); err != nil {
			t.Errorf("without %s: %v", c.name, err)
		}
		var e *part.SpecError
		if _, err := sweep.PlanOf(set, "hash", []part.Point{p}); !errors.As(err, &e) || e.Axis != c.name {
			t.Errorf("without %s: %v, want an error about it", c.name, err)
		}
	}
}

// Whatever is read can be written, named, counted and looked at on every axis;
// what lacks nothing can also be planned.
func FuzzPoint(f *testing.F) {
	f.Add([]byte(written))
	f.Add([]byte(strings.Replace(written, `"select":"mp-mah",`, "", 1)))
	f.Add([]byte(`{"method":"foreca","space":"poly","degree":2,"p":3,"order":2,"readout":"neighbours","knn":3,"fold":0,"folds":2,"seed":7}`))
	f.Add([]byte(`{"method":"incremental","front":"whiten:0.99","space":"linear","lambda":1,"p":1,"epochs":5,"graph":"edges:/x","edges_hash":"00","readout":"none","fold":1,"repeats":4,"train_fraction":0.5,"seed":0,"draw":2}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var p part.Point
		if json.Unmarshal(text, &p) != nil {
			return
		}
		for _, a := range part.Axes() {
			a.Applies(&p)
			a.Of(&p)
			a.Number(&p)
		}
		p.Label()
		if p.CheckWhole() == nil {
			sweep.Functions(p)
			if space.Name.Of(p) == "kernel" {
				sweep.Picking(p)
			}
		}
		again, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		var q part.Point
		if err := json.Unmarshal(again, &q); err != nil {
			t.Fatalf("%s is written as %s, which is not read: %v", text, again, err)
		}
		if sweep.Key(p, "data") != sweep.Key(q, "data") {
			t.Errorf("%s is written as %s, another point", text, again)
		}
	})
}
