package encode

import (
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/space"
)

// small is how many operations of a matrix product one costs in the products with vectors and
// the small systems that learning consists of.
const small = 8

// needs are those of a front that learns k atoms with some number behind it, such as the
// entries of a code. Words that cannot be read need nothing: they are refused elsewhere.
func needs(usual float64, of func(n, d, k, number float64) (numbers, work float64)) func(at part.Point, n, d int) space.Needs {
	return func(at part.Point, n, d int) space.Needs {
		v, err := numbers(wordOf(at), usual)
		if err != nil {
			return space.Needs{}
		}
		held, work := of(float64(n), float64(d), v[0], v[1])
		return space.Needs{Numbers: int64(held), Work: work}
	}
}

// ksvdNeeds are the centred samples and what codes leave of them, the codes, and the Gram
// matrix of the atoms. A sweep codes all samples and takes each atom from the second moments
// of those that use it, by some steps of a power iteration.
func ksvdNeeds(n, d, k, s float64) (held, work float64) {
	const steps = 50
	return 2*n*d + n*k + 2*k*d + k*k + d*d, ksvdSweeps * small * (n*(k*d+k*s*s/2) + n*s*d*d/2 + k*steps*d*d)
}

// l1Needs hold the codes twice. A code has about half as many entries as there could be, each
// of which joins by a solve.
func l1Needs(n, d, k, _ float64) (held, work float64) {
	m := min(k, d) / 2
	return 2*n*d + 2*n*k + 2*k*d + 4*k*k, l1Sweeps * (small*n*(k*d+m*(m*m/3+m*k)) + 10*k*k*(k+d))
}

// factorNeeds are those of factorisations with some sweeps of products and some of least
// squares, each solved in some rounds on about half of the parts.
func factorNeeds(products, squares float64) func(n, d, k, _ float64) (held, work float64) {
	return func(n, d, k, _ float64) (held, work float64) {
		const rounds = 10
		m := k / 2
		solve := rounds * small * (n + d) * (m*m*m/3 + 2*k*k)
		return 4*n*d + 5*n*k + 3*k*d + k*k, products*(3*n*d*k+2*n*k*k) + squares*(3*n*d*k+solve)
	}
}

// recoveryNeeds are those of telling how well samples are recovered: the components, the base,
// where that is learnt a dictionary, and of some samples of both parts each a linear program,
// whose pivots are a few for each measurement, or a pursuit.
func recoveryNeeds(at part.Point, n, d int) space.Needs {
	by, err := recoveryOf(Recovery.Of(at))
	m, _, unread := measured(wordOf(at))
	if Recovery.Of(at) == "" || err != nil || unread != nil {
		return space.Needs{}
	}
	all, inputs, few := float64(n), float64(d), float64(m)
	atoms, held, work := inputs, 0.0, all*inputs*inputs
	if by.base == "dictionary" {
		atoms = float64(by.atoms)
		h, w := ksvdNeeds(all, inputs, atoms, float64(by.few))
		held, work = h, work+w
	}
	each := 3 * few * few * atoms
	if by.pursue {
		each = few * few * atoms / 2
	}
	recovered := 2 * min(all, mostRecovered)
	return space.Needs{Numbers: int64(all*inputs + max(held, inputs*inputs+4*few*atoms)), Work: work + small*recovered*each}
}

// centreNeeds are those of k-means, which comes to rest after some rounds.
func centreNeeds(n, d, k, _ float64) (held, work float64) {
	const rounds = 20
	return n*d + n*k + k*d, rounds * small * n * k * d
}
