// Package columnar reads files that are stored column by column: Apache Parquet.
package columnar
