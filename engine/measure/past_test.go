package measure_test

import (
	"encoding/json"
	"testing"

	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
)

// A number that a point leaves out at its default is shown as any other, and leaves JSON,
// and so the key, as they were before the axis existed.
func TestNumberImpliedWhereLeftOut(t *testing.T) {
	past := measure.Past.Axis()
	p := part.Point{}.With(measure.Neighbours.Is(5))
	plain, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"1", "lin:1:1.2:2"} {
		settings, err := past.Parse(text, nil)
		if err != nil || len(settings) != 1 {
			t.Fatalf("%s: %d values, %v", text, len(settings), err)
		}
		q := p.With(settings...)
		b, err := json.Marshal(q)
		if err != nil || string(b) != string(plain) || q != p {
			t.Errorf("%s: JSON %s, want %s (%v)", text, b, plain, err)
		}
		if x, ok := past.Number(&q); x != 1 || !ok || past.Of(&q) != "1" || !past.Same(&p, &q) {
			t.Errorf("%s: shown as %q, number %v", text, past.Of(&q), x)
		}
	}
	three := past.With(p, 3)
	if past.Of(&three) != "3" || past.Same(&three, &p) || past.With(three, 1) != p {
		t.Errorf("3 is shown as %q", past.Of(&three))
	}
	if none := (part.Point{}); past.Of(&none) != "" {
		t.Errorf("a point without predictability has a past of %q", past.Of(&none))
	}
}
