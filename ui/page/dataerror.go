package page

// DataError is the error that there is nothing to compute: the data could not be read, or no
// sweep could be planned on it. The wrapped error distinguishes a user's mistake
// (*message.UsageError, *part.SpecError) from unusable data.
type DataError struct{ Err error }

// Error returns the text of the wrapped error.
func (e *DataError) Error() string { return e.Err.Error() }

// Unwrap returns the error of datasets.Open or sweep.NewPlan.
func (e *DataError) Unwrap() error { return e.Err }
