package jobs

import "time"

// QueriedAt returns the time of the last query of the queue.
func (s *Slurm) QueriedAt() time.Time { return s.queriedAt() }
