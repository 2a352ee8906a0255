package main

// options are what the command line says.
type options struct {
	jobs, kinds, table, python, profile string
	runs                                int
	scale                               float64
	phases                              bool
}
