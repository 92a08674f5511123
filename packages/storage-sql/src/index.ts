// Exports for driver packages.

export { newestSharedAt } from './chats/chat-activity.js'
export {
  type AdvanceParams,
  advanceParams,
  type EventRow,
  eventColumns,
  eventRows,
  lastEvents,
  limitsBefore,
  singleEventStatements,
  type ThreadLimits,
} from './chats/chat-events.js'
export { decodeHead } from './chats/chat-rows.js'
export { headSelection } from './chats/chat-selections.js'
export type { SqlConnection, SqlDriver, SqlFailure, SqlQuery, SqlResult } from './kit/driver.js'
export { statementMs } from './kit/limits.js'
export { migrateDatabase } from './kit/migrate-database.js'
export { aggregateRows, type NestedRows } from './kit/nested-rows.js'
export {
  type AppendEvents,
  type RunStatement,
  type SqlStorageOptions,
  sqlStorage,
} from './kit/sql-storage.js'
export { standardBuilder } from './kit/standard-builder.js'
export { planSteps } from './kit/steps/plan-steps.js'
export { type RunStep, runSteps, type StepResult } from './kit/steps/run-steps.js'
export { cut, replaceGroups } from './kit/steps/sql-text.js'
export type { Assignment, StepForms, Steps } from './kit/steps/steps.js'
export { isIndexed, tableOfIndex } from './kit/steps/table-keys.js'
export {
  createVersionTables,
  filled,
  isOutdated,
  migrationStatements,
  migrations,
  newestVersion,
  pendingMigrations,
  selectVersion,
} from './migrations/migrate.js'
export type { DdlTypes, Fill } from './migrations/migration.js'
export {
  type AllocatedNumbers,
  type DeliveryRow,
  deliveryColumns,
  deliveryRows,
  type PayloadRow,
  payloadColumns,
} from './outbox/delivery-rows.js'
export { insertDeliveryStatement } from './outbox/outbox-statements.js'
export { insertPayloadStatement } from './outbox/payload-statements.js'
export type { ColumnTypes } from './sql/column-types.js'
export { flag, integer, json, text } from './sql/columns.js'
export type { SearchDialect, SqlDialect, Subquery } from './sql/dialect.js'
export type { ReadTurn, Row, SqlExecutor } from './sql/executor.js'
export { type Param, type Statement, statement } from './sql/statement.js'
export type { Tables } from './sql/tables.js'
export { transactionDeadlines } from './sql/transaction-deadlines.js'
export { createSqlStores, type SqlStores } from './sql-stores.js'
