package snapshot_test

import (
	"testing"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/data"
	"example.com/sfatui/sessions"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/snapshot"
)

// Segments are called what they are.
func TestSegmentNoun(t *testing.T) {
	files := func(names ...string) (sources []data.Source) {
		for _, name := range names {
			sources = append(sources, data.Source{Path: name})
		}
		return sources
	}
	for want, d := range map[clean.Text]sessions.Data{
		"words":    {Sources: files("a.wav", "b.WAV.gz"), Classes: 2},
		"trials":   {Options: datasets.Options{Segment: "Trial", Label: "fault"}, Sources: files("t.csv")},
		"batches":  {Options: datasets.Options{Segment: "batch"}},
		"speakers": {Options: datasets.Options{Segment: "take", Label: "speaker"}},
		"series":   {Sources: files("A_TRAIN.ts", "A_TEST.ts"), Segments: 100, Classes: 2},
		"segments": {Options: datasets.Options{Segment: "id_2"}, Sources: files("t.csv")},
	} {
		if got := snapshot.SegmentNoun(d); got != want {
			t.Errorf("%+v: %q, want %q", d, got, want)
		}
	}
	if got := snapshot.SegmentNoun(sessions.Data{Name: "vowels"}); got != "words" {
		t.Errorf("the built-in words are %q", got)
	}
	if got := snapshot.SegmentNoun(sessions.Data{Sources: files("noise.wav", "music.wav")}); got != "segments" {
		t.Errorf("sound without labels is %q", got)
	}
}
