package lex

import (
	"math"
	"testing"
)

// The rates follow from the texts by arithmetic on paper: 1 / 0.0005 s is 2000.
func TestStatedRate(t *testing.T) {
	for text, want := range map[string]struct {
		rate float64
		line int
	}{
		"# Sampling rate: 250 Hz\n":                                       {250, 1},
		"title\n%Sample Rate = 250 Hz\n":                                  {250, 2},
		"# sampling_frequency=1.5 kHz\n":                                  {1500, 1},
		"Sampling Frequency (kHz),2\n":                                    {2000, 1},
		"# fs = 128\n":                                                    {128, 1},
		"# sample rate [Hz]: 1,000\n":                                     {1000, 1},
		"# sample rate: 12,5 Hz\n":                                        {12.5, 1},
		"# sampling rate: 10 ms\n":                                        {100, 1},
		`# {"x": {"sensor": ["EMG"], "sampling rate": 1000, "n": 2}}`:     {1000, 1},
		"acq\n0.5 msec/sample\n2 channels\n":                              {2000, 2},
		"200 samples/second\n":                                            {200, 1},
		"Sample Interval,4.000000e-07,,\nHorizontal Units,s,,\n":          {2.5e6, 1},
		"Sample interval: 20 ms\n":                                        {50, 1},
		"DataRate\tCameraRate\tUnits\n60.00\t50.00\tmm\n":                 {60, 2},
		"# Sampling rate: 250 Hz\n# sfreq: 250.0\n":                       {250, 1},
		"# Sampling rate: 250 Hz\n# sfreq: 500\n":                         {0, 0}, // they disagree
		"Sample Interval,4.000000e-07,,\n":                                {0, 0}, // of which unit?
		"XInc:,2.5E-09\nXUnits:,Second\n":                                 {4e8, 1},
		"XInc:5.0E-04\nXOrg:-1.0E-01\nXUnits:Second\n":                    {2000, 1},
		"XInc: ,5.0E+05\nXUnits: ,Hertz\n":                                {0, 0}, // a spectrum
		"Horizontal Units,S,\nSampling Period,1.000e-06,\n":               {1e6, 2},
		"CH1V,CH2V,t0 =-5.000000e-02, tInc = 1.000000e-05,\n":             {1e5, 1},
		"#CHANNEL:CH1\n#CLOCK=500.0KHz\n#SIZE=60\n":                       {5e5, 2},
		"#CLOCK=2.000uS\n#SIZE=60\n":                                      {5e5, 1},
		"#CLOCK=4nS\n":                                                    {2.5e8, 1},
		"#CLOCK=1000\n":                                                   {0, 0}, // hertz or microseconds?
		"Sample Rate,1.25GSa/s\n":                                         {1.25e9, 1},
		"# sampling rate: 2 MHz\n":                                        {2e6, 1},
		"# sampling rate: 2 mHz\n":                                        {0.002, 1},
		"# filtered at 50 Hz, dt = 2 fs\n":                                {0, 0},
		"# learning rate 0.1, heart rate: 60, the sampling rate is odd\n": {0, 0},
		"# sample rate: 0\n# data rate: -5\n# fs=1e99\n":                  {0, 0},
		"\n\n\n# fs = 128\n":                                              {128, 4},
		"a\rb\r# fs = 128\r":                                              {128, 3},
		"":                                                                {0, 0},
	} {
		rate, line := StatedRate([]byte(text), 10)
		if math.Abs(rate-want.rate) > 1e-9*want.rate || line != want.line {
			t.Errorf("%q: %v in line %d, want %v in %d", text, rate, line, want.rate, want.line)
		}
	}
	if rate, line := StatedRate([]byte("x\ny\n# fs = 128\n"), 3); rate != 0 || line != 0 {
		t.Errorf("a line of the table gives %v, %d", rate, line)
	}
}
