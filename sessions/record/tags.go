package record

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"example.com/sfatui/datasets/message"
)

// KindTags records tags that the user adds to a session or removes from it.
// Like notes, tags are not part of the sweep, and may be written at any time.
const KindTags = "session.tags"

// Tags is the data of [KindTags].
type Tags struct {
	Add    []string `json:"add,omitempty"`
	Remove []string `json:"remove,omitempty"`
}

// MaxTag is the maximum length of a tag in bytes, maxTags the maximum number of
// tags of a session.
const (
	MaxTag  = 40
	maxTags = 100
)

// CheckTag returns an error unless a tag is a word of letters, digits and - _ .
// + / that does not begin with - or +.
func CheckTag(tag string) error {
	odd := strings.IndexFunc(tag, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_.+/", r)
	})
	switch {
	case tag == "" || odd >= 0 || strings.HasPrefix(tag, "-") || strings.HasPrefix(tag, "+"):
		return message.Usagef("%q is not a tag: write one word of letters, digits and - _ . + /, which does not begin with + or -", message.Clean(tag))
	case len(tag) > MaxTag:
		return message.Usagef("%q is not a tag: it is longer than %d bytes", message.Clean(tag), MaxTag)
	}
	return nil
}

// tag adds and removes tags. It skips invalid ones, because the file may come
// from a stranger.
func (s *State) tag(r Record) {
	d, ok := DataOf[Tags](r)
	if !ok {
		return
	}
	tags := slices.DeleteFunc(slices.Clone(s.Tags), func(t string) bool { return slices.Contains(d.Remove, t) })
	for _, t := range d.Add {
		if CheckTag(t) == nil && !slices.Contains(tags, t) && len(tags) < maxTags {
			tags = append(tags, t)
		}
	}
	slices.Sort(tags)
	s.Tags = tags
	s.log(r.T, Happening, fmt.Sprintf("tags: %s", strings.Join(tags, " ")))
}
