package predictable

import (
	"context"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func TestPanics(t *testing.T) {
	z := mat.NewDense(10, 2, nil)
	for name, f := range map[string]func(){
		"order":      func() { _, _ = PFA(context.Background(), z, []int{10}, 0, 0, 1) },
		"iterations": func() { _, _ = PFA(context.Background(), z, []int{10}, 1, -1, 1) },
		"count":      func() { _, _ = PFA(context.Background(), z, []int{10}, 1, 0, 0) },
		"window":     func() { _, _ = ForeCA(context.Background(), z, []int{10}, 6, 1, 1) },
		"odd window": func() { _, _ = ForeCA(context.Background(), z, []int{10}, 9, 1, 1) },
		"ForeCA":     func() { _, _ = ForeCA(context.Background(), z, []int{10}, 8, 0, 1) },
		"lengths":    func() { _, _ = PFA(context.Background(), z, []int{9}, 1, 0, 1) },
		"negative":   func() { _, _ = PFA(context.Background(), z, []int{11, -1}, 1, 0, 1) },
		"empty":      func() { _, _ = PFA(context.Background(), &mat.Dense{}, nil, 1, 0, 1) },
	} {
		func() {
			defer func() {
				if v, _ := recover().(string); !strings.HasPrefix(v, "predictable: ") {
					t.Errorf("%s: panic %q", name, v)
				}
			}()
			f()
		}()
	}
}
