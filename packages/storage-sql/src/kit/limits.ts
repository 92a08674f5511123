/** Maximum duration of a statement, and of a transaction, in milliseconds. */
export const statementMs = 15_000
