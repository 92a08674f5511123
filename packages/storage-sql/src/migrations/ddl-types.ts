/** Column types and table options, as each database writes them. */
export interface DdlTypes {
  /** Compares and sorts by bytes. */
  readonly text: string
  readonly integer: string
  readonly boolean: string
  /** Primary key that the database allocates ascending and never reuses. */
  readonly identity: string
  /**
   * The same for the order of rows alone. No index leads by it, where it can do without: the planner would take that one
   * instead of the index by which it was to go.
   */
  readonly ordinal: string
  /** Options of a table whose rows are stored in the order of its primary key, where that can be had. */
  readonly clustered: string
  readonly plain: string
  /** What makes the tables behind `SearchDialect`; databases have them, so it stays as it is. */
  readonly searchTables: readonly string[]
}
