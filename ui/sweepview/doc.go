// Package sweepview is a sweep at one moment, as the screens see it: what is planned, the rows
// of what is finished, the best of them ([Sweep]); the parameters of a point in words and on an
// axis ([Parameter]); which part of the sweep a chart shows ([View], [Slice]); and the table of
// points with its columns, filter and order ([Table]).
package sweepview
