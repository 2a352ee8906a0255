package subset

func init() { Kinds.Register(mpmah, onlineMAH, mpkpca, random, kmeans, all) }
