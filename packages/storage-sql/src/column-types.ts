export type ColumnType = 'text' | 'integer' | 'boolean'
export type ColumnTypes = Readonly<Record<string, ColumnType>>

/** The JavaScript values of one row with those columns. */
export type RowOf<Columns extends ColumnTypes> = {
  readonly [Name in keyof Columns]:
    | { readonly text: string; readonly integer: number; readonly boolean: boolean }[Columns[Name]]
    | null
}
