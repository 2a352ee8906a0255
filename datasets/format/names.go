package format

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"example.com/sfatui/datasets/format/lex"
	"example.com/sfatui/datasets/message"
)

// MaxName is the maximum length of a column's name in bytes.
const MaxName = 1000

// manyText is the number of text columns above which a table is reported as one
// of texts.
const manyText = 100

// sparse matches cells such as 1:0.5: a column's number and its value.
var sparse = regexp.MustCompile(`^[01]:-?\d*\.\d`)

// A CellError is the error of inputs with cells that are not finite numbers.
type CellError struct {
	Columns []string
	Err     error
}

func (e *CellError) Error() string { return e.Err.Error() }
func (e *CellError) Unwrap() error { return e.Err }

// TextInputs returns the error for inputs that contain text, a [CellError]; example is one
// of the texts.
func TextInputs(names []string, example string, inputs int) error {
	return &CellError{names, textInputs(names, example, inputs)}
}

// textInputs returns the reason of [TextInputs].
func textInputs(names []string, example string, inputs int) error {
	if sparse.MatchString(example) {
		return fmt.Errorf("%s holds %q: these are the sparse rows of LIBSVM: write them in full, with python3 -c \"import numpy; from sklearn.datasets import load_svmlight_file as f; X, y = f('FILE'); numpy.savez('full.npz', X=X.toarray(), y=y)\"", names[0], example)
	}
	if len(names) == inputs && inputs > 1 {
		return fmt.Errorf("none of %d columns holds numbers (%s is %q): correct their notation, delete the lines above the table, or, if each row is a variable, add --transpose", inputs, names[0], example)
	}
	if len(names) > manyText {
		return fmt.Errorf("%d of %d columns hold text, not numbers (%s is %q): is this a table of numbers?", len(names), inputs, names[0], example)
	}
	what, them, they := "column "+names[0]+" holds", "it", "it is"
	if len(names) > 1 {
		what, them, they = "columns "+message.List(names)+" hold", "them", "they are"
	}
	alone := ""
	if number := lex.Alone(example); number != "" && number != example {
		alone = "write the numbers alone, as " + number + ", and their unit into the header, or "
	}
	return fmt.Errorf("%s text, not numbers (%q): %sleave %s out with --drop %s, or say what %s with --label, --segment or --group",
		what, example, alone, them, message.Quote(names), they)
}

// A Mismatch is the reason why a file cannot be read together with those before
// it.
type Mismatch struct{ Reason string }

func (m *Mismatch) Error() string { return m.Reason }

// mismatchf returns a formatted [Mismatch].
func mismatchf(format string, args ...any) error { return &Mismatch{fmt.Sprintf(format, args...)} }

// Match compares the inputs and the target of a file with those of the first
// file. Its errors are of type [*Mismatch].
func (to *Sink) Match(path string, inputs []string, target string) error {
	if len(to.Sources) == 0 {
		to.Inputs, to.TargetName = inputs, target
		return nil
	}
	first := to.Sources[0].Path
	if len(inputs) != len(to.Inputs) {
		return mismatchf("%s has %s, %s has %s: all files must have the same inputs; drop what is not in both%s",
			path, message.Counted(len(inputs), "input"), first, message.Counted(len(to.Inputs), "input"), dropFlags(inputs, to.Inputs))
	}
	for i, name := range inputs {
		if name != to.Inputs[i] {
			return mismatchf("%s: input %d is %q, but in %s it is %q: all files must have the same inputs in the same order",
				path, i+1, name, first, to.Inputs[i])
		}
	}
	if target != to.TargetName {
		return mismatchf("%s has the target %q, but %s has %q: all files must have the same target", path, target, first, to.TargetName)
	}
	return nil
}

// mostDropped is the largest number of names in a proposed --drop.
const mostDropped = 12

// dropFlags returns the --drop for the inputs that only one of two files has,
// for a message.
func dropFlags(a, b []string) string {
	in := func(list []string) map[string]bool {
		set := make(map[string]bool, len(list))
		for _, name := range list {
			set[name] = true
		}
		return set
	}
	var only []string
	inA, inB := in(a), in(b)
	for _, name := range slices.Concat(a, b) {
		if inA[name] != inB[name] {
			only = append(only, name)
		}
	}
	if only == nil {
		return ""
	}
	slices.Sort(only)
	if len(only) > mostDropped {
		return " (only in one: " + message.List(only) + ")"
	}
	return ", with --drop " + message.Quote(only)
}

// CheckNames returns an error for column names that are empty, too long or used
// twice. before is the number of nameless columns before them.
func CheckNames(names []string, before int) error {
	place := make(map[string]int, len(names))
	for i, n := range names {
		if len(n) > MaxName {
			return fmt.Errorf("the name of column %d is %d bytes long: is this line a header?", i+1+before, len(n))
		}
		if n == "" {
			return fmt.Errorf("column %d has no name: name it in the header line, or take out the delimiter that makes it", i+1+before)
		}
		if j, ok := place[n]; ok {
			return fmt.Errorf("columns %d and %d are both named %q: rename one", j+1+before, i+1+before, n)
		}
		place[n] = i
	}
	return nil
}

// Numbered returns the names x1 … xd.
func Numbered(d int) []string {
	names := make([]string, d)
	for i := range names {
		names[i] = fmt.Sprintf("x%d", i+1)
	}
	return names
}

// CleanNames returns the cleaned names in the fields of a header.
func CleanNames[T string | []byte](fields []T) []string {
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = strings.TrimSpace(message.Clean(lex.Text([]byte(f))))
	}
	return names
}
