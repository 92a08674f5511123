import type { Properties } from '@parley/core/storage'
import { sql } from 'kysely'
import { propertyTermRows, propertyTermStatements } from '../chats/property-terms.js'
import { integer, json, text } from '../sql/columns.js'
import { statement } from '../sql/statement.js'
import type { Migration } from './migration.js'
import { propertyTerms } from './version-28/property-terms.js'

const chatsAtOnce = 100

/** Symbols, which became words, and letters that may be folded since. */
const symbolOrLetter = /[^\0-\x7f]|[$+<=>|~]/

function hasNewWords(properties: Properties): boolean {
  const values = Object.values(properties).flatMap((named) => Object.values(named))
  return values.some((value) => typeof value === 'string' && symbolOrLetter.test(value))
}

/**
 * Prepares for a new way to split text into words. Events that are already indexed are indexed again in the background,
 * each chat from the beginning. Properties get new terms next to the old ones, which no filter uses anymore.
 *
 * It only adds, so the previous release keeps working. What that release indexes meanwhile has the words that it knows.
 */
export const outdatedWords: Migration = {
  version: 26,
  kind: 'expands',
  statements: ({ text, integer, clustered }) => [
    `create table outdated_places (
      chat_id ${text} primary key not null,
      thread_order ${integer} not null,
      event_order ${integer} not null
    )${clustered}`,
    `insert into outdated_places (chat_id, thread_order, event_order)
      select chat_id, 1, 0 from search_places where thread_order > 1 or event_order > 0`,
  ],
  fill: (dialect) => ({
    read: statement<{ after: string }>(dialect, 'migrations.chatsWithOldWords', (db, param) =>
      db
        .selectFrom('chats')
        .select(['id', 'license_id', 'properties'])
        .where('id', '>', param('after'))
        .where('properties', '<>', sql.lit('{}'))
        .orderBy('id')
        .limit(sql.lit(chatsAtOnce)),
    ),
    writes: [propertyTermStatements(dialect).add],
    batchesOf: (chats) => [
      chats
        .map((chat) => ({ chat, properties: json<Properties>(chat, 'properties') }))
        .filter(({ properties }) => hasNewWords(properties))
        .flatMap(({ chat, properties }) =>
          propertyTermRows({
            id: text(chat, 'id'),
            licenseId: integer(chat, 'license_id'),
            propertyTerms: propertyTerms(properties),
          }),
        ),
    ],
  }),
}
