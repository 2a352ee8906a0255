// Package sweepview provides the state of a sweep at one moment for the screens: the plan, the
// rows of finished points and the best of them ([Sweep]); the parameters of a point as text and
// on an axis ([Parameter]); the part of the sweep that a chart shows ([View], [Slice]); and the
// table of points with its columns, filter and order ([Table]).
package sweepview
