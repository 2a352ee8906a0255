package main

// options are what the command line says.
type options struct {
	jobs, kinds, table, python, profile, data, sets string
	runs                                            int
	scale                                           float64
	phases                                          bool
}
