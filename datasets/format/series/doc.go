// Package series reads time series: .ts files of aeon and sktime, ARFF of Weka,
// and recordings in EDF and BDF.
package series
