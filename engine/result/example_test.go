package result_test

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
)

// A result is what one point gives. Its JSON leaves out what was not measured, and holds
// numbers that JSON has no form for.
func Example() {
	r := result.Result{
		NTrain: 200, NTest: 100, Rank: 5, Features: 1,
		Slowness: result.Slowness{Train: []part.Float{0.004}, Test: []part.Float{part.Float(math.NaN())}, MeanTrain: 0.004, MeanTest: part.Float(math.NaN())},
		Notes:    []string{"the test part has no edge"},
	}
	b, err := json.Marshal(r)
	if err != nil {
		panic(err)
	}
	fmt.Println(strings.ReplaceAll(string(b), `,"`, ",\n\""))
	// Output:
	// {"key":"",
	// "point":{"fold":0,
	// "seed":0},
	// "n_train":200,
	// "n_test":100,
	// "segments_train":0,
	// "segments_test":0,
	// "rank":5,
	// "features":1,
	// "slowness":{"train":[0.004],
	// "test":["NaN"],
	// "mean_train":0.004,
	// "mean_test":"NaN"},
	// "notes":["the test part has no edge"]}
}
