package draft

import (
	"errors"
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/sweep"
)

// MaxSweepFile is the largest size of a sweep file in bytes; such files are written by hand.
const MaxSweepFile = 1 << 20

// EncodeSweep writes a sweep in the format of --sweep: flags by their names. Defaults are left
// out. Empty values of validation and inner are written as "0" and "last", because their
// defaults are not empty.
func EncodeSweep(spec sweep.Spec) ([]byte, error) {
	doc := &yaml.Node{Kind: yaml.MappingNode}
	for _, f := range Fields() {
		text := f.Get(spec)
		switch {
		case f.Name == "validation" && text == "":
			text = "0"
		case f.Name == "inner" && text == "":
			text = "last"
		case f.isSwitch && text == "on":
			text = "true"
		case text == "":
			continue
		}
		doc.Content = append(doc.Content, &yaml.Node{Kind: yaml.ScalarNode, Value: f.Name}, &yaml.Node{Kind: yaml.ScalarNode, Value: text})
	}
	return yaml.Marshal(doc)
}

// DecodeSweep parses a sweep file. Errors contain the line.
func DecodeSweep(text []byte) (sweep.Spec, error) {
	var spec sweep.Spec
	spec.Split.Validation, spec.Inner = split.DefaultValidation, split.DefaultInner
	var doc yaml.Node
	if err := yaml.Unmarshal(text, &doc); err != nil {
		return spec, err
	}
	if len(doc.Content) != 1 || doc.Content[0].Kind != yaml.MappingNode {
		return spec, errors.New("write lines such as 'sigma: rel:0.5:4:7'")
	}
	pairs, seen := doc.Content[0].Content, map[string]bool{}
	for i := 0; i < len(pairs); i += 2 {
		name := pairs[i].Value
		err := setField(&spec, name, pairs[i+1])
		if seen[name] {
			err = errors.New("written twice")
		}
		seen[name] = true
		if err != nil {
			return spec, fmt.Errorf("line %d: %s: %w", pairs[i].Line, message.Clean(name), err)
		}
	}
	return spec, nil
}

// setField sets a field from a YAML value.
func setField(spec *sweep.Spec, name string, value *yaml.Node) error {
	i := IndexOf(name)
	if i < 0 {
		return errors.New("not an axis or setting of a sweep; options for reading data belong on the command line: sfatui --sweep FILE")
	}
	text := value.Value
	if value.Kind == yaml.SequenceNode {
		var items []string
		for _, item := range value.Content {
			items = append(items, item.Value)
		}
		text = strings.Join(items, ",")
	} else if value.Kind != yaml.ScalarNode {
		return errors.New("write a number, a word or a list of these")
	}
	return Fields()[i].Set(spec, text)
}

// File returns the latest file name, or a default.
func (e *Draft) File() string {
	if e.Path == "" {
		return "sweep.yaml"
	}
	return e.Path
}
