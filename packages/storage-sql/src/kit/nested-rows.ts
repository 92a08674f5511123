import {
  AliasNode,
  ColumnNode,
  type Expression,
  IdentifierNode,
  type OperationNode,
  type RawBuilder,
  ReferenceNode,
  sql,
} from 'kysely'
import type { Subquery } from '../sql/dialect.js'

/** The columns of a query by name, and its order by clause. */
export interface NestedRows {
  readonly columns: ReadonlyMap<string, RawBuilder<unknown>>
  readonly order: RawBuilder<unknown>
}

/**
 * Returns a query that aggregates the rows of another one, such as for `SqlDialect.jsonArray`. It needs no derived
 * table, in which some databases do not see the outer query.
 */
export function aggregateRows<Row, Result>(
  query: Subquery<Row>,
  aggregate: (rows: NestedRows) => Expression<Result>,
): RawBuilder<Result> {
  const { selections = [], orderBy, ...rest } = query.toOperationNode()
  const columns = new Map(selections.map(({ selection }) => [nameOf(selection), selectedValue(selection)]))
  const order = orderBy === undefined ? sql`` : expressionOf(orderBy)
  const selection = aggregate({ columns, order }).toOperationNode()
  const node = { ...rest, selections: [{ kind: 'SelectionNode' as const, selection }] }
  return sql<Result>`(${expressionOf(node)})`
}

function selectedValue(selection: OperationNode): RawBuilder<unknown> {
  return expressionOf(AliasNode.is(selection) ? selection.node : selection)
}

function expressionOf(node: OperationNode): RawBuilder<unknown> {
  return sql`${{ expressionType: undefined, toOperationNode: () => node }}`
}

function nameOf(selection: OperationNode): string {
  if (AliasNode.is(selection) && IdentifierNode.is(selection.alias)) return selection.alias.name
  if (ReferenceNode.is(selection) && ColumnNode.is(selection.column)) return selection.column.column.name
  if (ColumnNode.is(selection)) return selection.column.name
  throw new TypeError(`a nested query selects a ${selection.kind} without a name`)
}
