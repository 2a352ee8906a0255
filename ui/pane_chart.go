package ui

// xs and lines are the axes that a chart prefers, in order.
var ()
