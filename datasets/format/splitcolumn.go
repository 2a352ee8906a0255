package format

import (
	"fmt"
	"strings"

	"example.com/sfatui/datasets/message"
)

// The parts of a split that a column may name.
const (
	trainSide      = "train"
	testSide       = "test"
	validationSide = "validation"
)

// sideOf reads which part of a split a row is in.
func sideOf(text, column string) (string, error) {
	switch strings.ToLower(text) {
	case trainSide, "training", "0", "false":
		return trainSide, nil
	case testSide, "testing", "1", "true":
		return testSide, nil
	case validationSide, "valid", "val", "dev":
		return validationSide, nil
	}
	return "", fmt.Errorf("column %s, which splits, is %q: write train, test or validation (or 0 and 1)", message.Clean(column), message.Shorten(text, 40))
}
