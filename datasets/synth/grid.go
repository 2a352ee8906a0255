package synth

import "math"

// toFineGrid rounds x to a multiple of 2⁻³⁰, for what the grid of 16 bit sound
// is too coarse for: functions of which features are compared to many digits.
// Arithmetic that differs in its last digit still comes to the same multiple,
// but for a chance of one in millions a number. Adding 0 leaves no −0, whose
// sign would show.
func toFineGrid(x float64) float64 { return math.Round(x*(1<<30))/(1<<30) + 0 }
