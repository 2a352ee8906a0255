package sample

const TSHead = "#c\n@problemName P\n@timeStamps false\n@missing true\n"

const Iris = `% a table
@RELATION iris
@ATTRIBUTE 'sepal length'	REAL
@ATTRIBUTE width NUMERIC
@ATTRIBUTE when DATE "yyyy-MM-dd HH:mm:ss"
@ATTRIBUTE class {Iris-setosa,'Iris versicolor'}
@DATA
5.1,3.5,"2020-01-01 00:00:00",Iris-setosa
% between
4.9,3.0, "2020-01-01 00:00:02" ,Iris-setosa
{0 1, 2 "2020-01-01 00:00:04", 3 'Iris versicolor'}
4.9,3.2,"2020-01-01 00:00:06",?
`
