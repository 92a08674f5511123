/** Column types and table options as each database writes them. */
export interface DdlTypes {
  /** Text that is compared and sorted by bytes. */
  readonly text: string
  readonly integer: string
  readonly boolean: string
  /** Primary key that the database allocates in ascending order and never reuses. */
  readonly identity: string
  /**
   * Ascending number that only orders rows. No index starts with it unless the database needs one, because the planner
   * would use that index instead of the intended one.
   */
  readonly ordinal: string
  /** Options of a table whose rows are stored in the order of the primary key, if the database can do that. */
  readonly clustered: string
  /** Options of any other table. */
  readonly plain: string
  /**
   * Statements that create the tables of `SearchDialect`. They must never change, because databases that ran them
   * exist.
   */
  readonly searchTables: readonly string[]
}
