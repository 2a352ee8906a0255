package symbol

func init() { Alphabets.Register(sax, kmeans, values) }
