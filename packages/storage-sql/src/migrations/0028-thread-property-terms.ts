import type { Properties } from '@parley/core/storage'
import { sql } from 'kysely'
import { propertyTermStatements, threadTermRows } from '../chats/property-terms.js'
import { json, text } from '../sql/columns.js'
import { statement } from '../sql/statement.js'
import type { Migration } from './migration.js'
import { propertyTerms } from './version-28/property-terms.js'

const threadsAtOnce = 100

/**
 * Adds the terms by which archived threads are filtered by their own properties.
 *
 * It only adds, so the previous release keeps working. Properties that it sets meanwhile are found once they are set
 * again.
 */
export const threadPropertyTerms: Migration = {
  version: 28,
  kind: 'contracts',
  statements: ({ text, clustered }) => [
    `create table thread_property_terms (
      thread_id ${text} not null,
      term ${text} not null,
      primary key (thread_id, term)
    )${clustered}`,
  ],
  fill: (dialect) => ({
    read: statement<{ after: string }>(dialect, 'migrations.threadsWithProperties', (db, param) =>
      db
        .selectFrom('threads')
        .select(['id', 'properties'])
        .where('id', '>', param('after'))
        .where('properties', '<>', sql.lit('{}'))
        .orderBy('id')
        .limit(sql.lit(threadsAtOnce)),
    ),
    batchesOf: (threads) => [
      threads.flatMap((thread) =>
        threadTermRows({
          id: text(thread, 'id'),
          propertyTerms: propertyTerms(json<Properties>(thread, 'properties')),
        }),
      ),
    ],
    writes: [propertyTermStatements(dialect).insertOfThread],
  }),
}
