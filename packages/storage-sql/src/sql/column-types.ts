/** SQL type of a column, independent of the database. */
export type ColumnType = 'text' | 'integer' | 'boolean'
/** SQL types by column name. */
export type ColumnTypes = Readonly<Record<string, ColumnType>>

/** JavaScript values of one row with these columns. */
export type RowOf<Columns extends ColumnTypes> = {
  readonly [Name in keyof Columns]:
    | { readonly text: string; readonly integer: number; readonly boolean: boolean }[Columns[Name]]
    | null
}
