// Package predictable finds predictable directions of white data from the whole time
// course, whereas slow feature analysis uses single steps: predictable
// feature analysis by a linear autoregressive model (Richthofer and Wiskott
// 2013) and forecastable component analysis by the entropy of the spectrum
// (Goerg 2013). Weghenkel, Fischer and Wiskott 2017 compare them with others
// (sections 3.2 and 3.3).
//
// Data are n×r, one sample a row: r features of mean zero, unit variance and no
// correlation, variances divided by n. The rows are consecutive segments whose
// lengths add up to n; no history and no window crosses from one to the next.
// The package neither centres nor whitens: directions of little variance in data
// that are not white would seem predictable.
package predictable
