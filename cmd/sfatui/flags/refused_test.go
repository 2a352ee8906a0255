package flags

import (
	"errors"
	"strings"
	"testing"

	"example.com/sfatui/datasets"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/ui/draft"
	"github.com/spf13/cobra"
	"go.yaml.in/yaml/v3"
)

// badValues holds values that a setting refuses, with the message.
var badValues = map[string]map[string]string{
	"folds":          {"0": "must be at least 1", "-2": "must be at least 1", "x": "not a whole number", "1.5": "not a whole number", "9999999999": "must be from 1 to 2147483647"},
	"repeats":        {"0": "must be at least 1", "x": "not a whole number"},
	"train-fraction": {"0": "must lie between 0 and 1", "1": "must lie between 0 and 1", "x": "not a number", "nan": "must lie between 0 and 1"},
	"gap":            {"-1": "must be at least 0", "x": "not a whole number"},
	"split-by":       {"word": "choose from group, segment, block"},
	"leave-one-out":  {"maybe": "must be on or off, true or false"},
	"validation":     {"1": "must lie between 0 and 1", "-0.5": "must lie between 0 and 1", "x": "not a number"},
	"seed":           {"-1": "not a whole number from 0", "x": "not a whole number from 0"},
	"inner":          {"0": "write auto, last or a number of inner splits from 1 to 1000", "some": "write auto, last or a number of inner splits from 1 to 1000"},
	"objective":      {"speed": "choose from"},
	"draws":          {"0": "must be from 1 to 1000", "1001": "must be from 1 to 1000", "x": "not a whole number"},
	"search":         {"grid": "choose from ei"},
	"search-points":  {"0": "must be at least 1", "x": "not a whole number"},
	"search-start":   {"0": "must be at least 1", "x": "not a whole number"},
	"standardize":    {"maybe": "must be on or off, true or false"},
	"seal-test":      {"maybe": "must be on or off, true or false"},
	"clip":           {"mad:0": "write quantile:0.01", "5": "write quantile:0.01"},
	"tolerance":      {"0": "must be a number above 0", "inf": "must be a number above 0", "x": "not a number"},
}

// An invalid value of a setting is refused with the same message by the flag, a
// file of flags, the editor, which the palette and the server use, and a file
// that the editor reads.
func TestBadValuesOfSettings(t *testing.T) {
	for _, set := range sweep.Settings() {
		if len(badValues[set.Name]) == 0 {
			t.Errorf("no bad value of %s is tried: add one to badValues", set.Name)
		}
		for value, want := range badValues[set.Name] {
			var spec sweep.Spec
			var refused *part.SpecError
			if err := set.Set(&spec, value); !errors.As(err, &refused) || refused.Axis != set.Name {
				t.Errorf("%s %s: %v", set.Name, value, err)
				continue
			}
			sentence := refused.Unnamed()
			if !strings.Contains(sentence, want) || !strings.Contains(sentence, value) {
				t.Errorf("%s %s: %q, want the value and %q", set.Name, value, sentence, want)
			}
			for door, err := range doors(set.Name, value) {
				if err == nil || !strings.HasSuffix(err.Error(), sentence) {
					t.Errorf("%s %s: by %s %v, want %q", set.Name, value, door, err, sentence)
				}
			}
		}
	}
}

// doors returns the error of a value for each way to set it.
func doors(name, value string) map[string]error {
	command := func() *cobra.Command {
		cmd := &cobra.Command{}
		Data(cmd.Flags(), &datasets.Options{}, &sweep.Spec{})
		Sweep(cmd.Flags(), &sweep.Spec{})
		return cmd
	}
	cmd := command()
	out := map[string]error{
		"flag": Error(cmd, cmd.ParseFlags([]string{"--" + name + "=" + value})),
		"file": applySweepLine(command(), name, &yaml.Node{Kind: yaml.ScalarNode, Value: value}),
	}
	for _, f := range draft.Fields() {
		if f.Name == name {
			out["editor"] = f.Set(&sweep.Spec{}, value)
		}
	}
	_, out["file of the editor"] = draft.DecodeSweep([]byte(name + ": \"" + value + "\""))
	return out
}
