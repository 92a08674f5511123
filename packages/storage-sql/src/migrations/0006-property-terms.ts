import type { Properties } from '@parley/core/storage'
import { sql } from 'kysely'
import { propertyTermRows, propertyTermStatements } from '../chats/property-terms.js'
import { integer, json, text } from '../sql/columns.js'
import { statement } from '../sql/statement.js'
import type { Migration } from './migration.js'
import { propertyTerms } from './version-28/property-terms.js'

const chatsAtOnce = 100

/** Adds the terms by which chats are filtered by property. */
export const chatPropertyTerms: Migration = {
  version: 6,
  kind: 'contracts',
  statements: ({ text, integer, clustered }) => [
    `create table chat_property_terms (
      chat_id ${text} not null,
      term ${text} not null,
      license_id ${integer} not null,
      primary key (chat_id, term)
    )${clustered}`,
    'create index chats_of_property_term on chat_property_terms (license_id, term, chat_id)',
  ],
  fill: (dialect) => ({
    read: statement<{ after: string }>(dialect, 'migrations.chatsWithProperties', (db, param) =>
      db
        .selectFrom('chats')
        .select(['id', 'license_id', 'properties'])
        .where('id', '>', param('after'))
        .where('properties', '<>', sql.lit('{}'))
        .orderBy('id')
        .limit(sql.lit(chatsAtOnce)),
    ),
    writes: [propertyTermStatements(dialect).insert],
    batchesOf: (chats) => [
      chats.flatMap((chat) =>
        propertyTermRows({
          id: text(chat, 'id'),
          licenseId: integer(chat, 'license_id'),
          propertyTerms: propertyTerms(json<Properties>(chat, 'properties')),
        }),
      ),
    ],
  }),
}
