/**
 * The statements that one statement of the stores becomes in a database that cannot return the rows that it changes, or
 * has no `with` clause before a change. Rows are found without locks, locked by their keys if they still match, and
 * changed by their keys. In their texts `:chosen` is a table of the rows of the step before, named `chosen`.
 */
export interface Steps {
  /** Finds rows, without waiting for anybody. When there are none, nothing else runs. */
  readonly find?: string
  /** Locks found rows, and returns those that still match. */
  readonly lock?: string
  /** Locks the rows that found rows name in `kept_key`. A found row whose row cannot be locked is left as it is. */
  readonly keep?: string
  /** Index of the value that limits how many rows are locked. More of them are found, in case others hold some. */
  readonly limitIndex?: number
  /** The statement. It changes all chosen rows. */
  readonly change: string
  /** Reads the changed rows. */
  readonly read?: string
  readonly returns: 'result' | 'chosen' | 'read' | 'readIfChanged' | 'insertId'
}

/** How a database writes what {@link Steps} need. */
export interface StepForms {
  /** Joins `:chosen` with the table by its keys, so that no other rows are looked at. */
  joinChosen(table: string, isSame: string): string
  /** Deletes the rows of a table from joined tables. */
  deleteFrom(table: string, joined: string): string
  updateJoined(joined: string, assignments: string): string
  /** Refers to the value that could not be inserted. */
  insertedValue(column: string): string
  /**
   * Returns the end of an insert that assigns to an existing row instead. The assignments run one after the other.
   * `condition` says whether they apply.
   */
  orAssign(assignments: readonly Assignment[], condition: string | undefined): string
}

/** Assignment to a column, both as SQL. */
export interface Assignment {
  readonly column: string
  readonly value: string
}
