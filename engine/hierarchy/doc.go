// Package hierarchy holds networks of slow feature analysis: layers of nodes,
// each with a receptive field of its own on the layer below, each principal
// components → expansion → SFA, trained layer by layer (Escalante-B. and Wiskott
// 2013, sections 2.4 and 6, Table 1).
//
// A node depends on its training graph only through the moments, so that networks of
// SFA and of GSFA are the same. Nodes are trained separately, as in the paper; as there,
// nothing is clipped between layers.
//
// A network is written as a text without commas and spaces:
//
//	NETWORK = GRID ":" LAYER { "/" LAYER }
//	GRID    = W | WxH | WxHxC
//	LAYER   = FIELD [":pca" N or SHARE] [":poly" K | ":0.8exp" | ":none"] [":lambda" λ] [":sfa" N]
//	FIELD   = "all" | SIZE [ "+" STRIDE ]
//
// GRID is the arrangement of the inputs: W positions on a line, or W×H of them row by
// row as in an image, with C adjacent inputs at each position. A delay embedding of l
// values of C inputs is the line lx1xC, or l if C is 1.
//
// SIZE and STRIDE are written like the grid, W or WxH. Fields are STRIDE apart, by
// default their own size, and overlap if that is less. They must end where the grid
// ends. "all" is one field over the whole grid. The nodes of a layer are the grid of the
// next, with the features as its channels.
//
// "pca" keeps N components, or the smallest number that holds a SHARE below 1 of the
// variance. "lambda" is the regularisation of the solve. "sfa" keeps the N slowest
// features. The output of a layer of "pca" alone are its components, as in a network of
// PCA.
//
// Three networks, on images of 8×8, on windows of 40 samples, and the first
// layers of Table 1:
//
//	8x8:4x4+2x2:pca12:poly2:sfa8/all:poly2:sfa9
//	40:10+5:pca8:0.8exp:sfa6/all:poly2:sfa10
//	128x128:4x4:pca13:0.8exp:sfa13/2x1:0.8exp:sfa20/1x2:0.8exp:sfa35/…
package hierarchy
