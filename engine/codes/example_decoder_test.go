package codes_test

import (
	"context"
	"fmt"

	"example.com/sfatui/engine/codes"
)

func ExampleDecoder() {
	// Four of eight values of a wave are measured.
	base := codes.Cosines(8)
	phi := rows(8, 0, 1, 4, 6)
	d := codes.NewDecoder(phi, base)
	code := make([]float64, 8)
	err := d.L1(context.Background(), code, measure(phi, base.RawRowView(3)))
	fmt.Printf("%.3f %v\n", code, err)
	fmt.Printf("coherence %.3f\n", codes.Coherence(phi, base))
	// Output:
	// [0.000 0.000 0.000 1.000 0.000 0.000 0.000 0.000] <nil>
	// coherence 1.387
}
