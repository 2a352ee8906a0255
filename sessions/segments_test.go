package sessions_test

import (
	"testing"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/data"
	"example.com/sfatui/sessions"
)

// TestSegmentNoun verifies the nouns for segments.
func TestSegmentNoun(t *testing.T) {
	files := func(names ...string) (sources []data.Source) {
		for _, name := range names {
			sources = append(sources, data.Source{Path: name})
		}
		return sources
	}
	for want, d := range map[string]sessions.Data{
		"words":    {Sources: files("a.wav", "b.WAV.gz"), Classes: 2},
		"trials":   {Options: datasets.Options{Segment: "Trial", Label: "fault"}, Sources: files("t.csv")},
		"batches":  {Options: datasets.Options{Segment: "batch"}},
		"speakers": {Options: datasets.Options{Segment: "take", Label: "speaker"}},
		"series":   {Sources: files("A_TRAIN.ts", "A_TEST.ts"), Segments: 100, Classes: 2},
		"segments": {Options: datasets.Options{Segment: "id_2"}, Sources: files("t.csv")},
	} {
		if got := d.SegmentNoun(); got != want {
			t.Errorf("%+v: %q, want %q", d, got, want)
		}
	}
	if got := (&sessions.Data{Name: "vowels"}).SegmentNoun(); got != "words" {
		t.Errorf("the built-in words are %q", got)
	}
	if got := (&sessions.Data{Sources: files("noise.wav", "music.wav")}).SegmentNoun(); got != "segments" {
		t.Errorf("sound without labels is %q", got)
	}
	words := sessions.Data{Name: "vowels"}
	if got := words.InWords("segments right on test") + ", " + words.InWords("samples right"); got != "words right on test, samples right" {
		t.Errorf("measures of words are %q", got)
	}
}
