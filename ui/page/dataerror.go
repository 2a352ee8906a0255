package page

// DataError is why there was nothing to compute: the data could not be read, or
// no sweep be laid out over it. The error in it tells a slip of the user's
// (*message.UsageError, *part.SpecError) from data that cannot be used.
type DataError struct{ Err error }

func (e *DataError) Error() string { return e.Err.Error() }

// Unwrap gives the error as datasets.Open or sweep.NewPlan returned it.
func (e *DataError) Unwrap() error { return e.Err }
