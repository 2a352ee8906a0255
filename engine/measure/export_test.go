package measure

// Without calls f while the measure is not in the table.
func Without(m *Measure, f func()) {
	all := table
	table = nil
	for _, o := range all {
		if o != m {
			table = append(table, o)
		}
	}
	defer func() { table = all }()
	f()
}
