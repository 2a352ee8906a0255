package method

func init() {
	Kinds.Register(slow, principal, pfa, forecastable, incremental, random)
}
