package propose_test

import (
	"fmt"

	"example.com/sfatui/datasets/propose"
)

// The names of recordings contain two words, two speakers, and repetitions.
func ExamplePatterns() {
	names := []string{"s01_head_1.wav", "s01_head_2.wav", "s01_heed_1.wav", "s01_heed_2.wav", "s02_head_1.wav", "s02_head_2.wav", "s02_heed_1.wav", "s02_heed_2.wav"}
	pattern := propose.Patterns(names)[0]
	fmt.Println(pattern.Written, pattern.Of("label").Values, pattern.Of("group").Values)
	// Output:
	// {group}_{label}_{rep} [head heed] [s01 s02]
}
