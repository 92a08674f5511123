import {
  deliveryColumns,
  eventColumns,
  headSelection,
  type Param,
  payloadColumns,
  statement,
  type Tables,
} from '@parley/storage-sql'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { postgresDialect } from './postgres-dialect.js'

export type BatchParams = { commands: string; events: string }
export type DeliveringParams = BatchParams & { deliveries: string; payloads: string }

/** Columns of one row per chat, which sums up all its commands. */
const commandColumns = {
  chat_id: 'text',
  revision: 'integer',
  command_count: 'integer',
  bytes: 'integer',
  max_event_order: 'integer',
  max_event_bytes: 'integer',
  last_activity_at: 'integer',
  last_shared_activity_at: 'integer',
  timeouts_from: 'integer',
  sequence_at: 'integer',
} as const

const columnNames = Object.keys(eventColumns).map((name) => sql.ref(name))
/** A given event has no thread yet. Its `event_order` and `sequence` count from 1 within the batch and the chat. */
const { chat_id, thread_order, event_order, sequence, ...contentColumns } = eventColumns
const contentNames = Object.keys(contentColumns).map((name) => sql.ref(`event.${name}`))

/** Columns by which a chat advances, apart from its events. */
const acceptedNames = [
  'chat_id',
  'bytes',
  'command_count',
  'last_activity_at',
  'last_shared_activity_at',
  'timeouts_from',
  'sequence_at',
].map((name) => sql.ref(`accepted.${name}`))

/**
 * Columns of a given delivery. `event_order` and `sequence` count from 1 within the batch and the chat. `batch_chat_id`
 * is the chat of the command, even if the delivery is about no chat. `place` is the index within the command.
 */
const givenDeliveryColumns = {
  ...deliveryColumns,
  batch_chat_id: 'text',
  command_index: 'integer',
  position: 'integer',
} as const
const givenPayloadColumns = { ...payloadColumns, batch_chat_id: 'text' } as const
const payloadNames = Object.keys(payloadColumns).map((name) => sql.ref(name))
const deliveryNames = Object.keys(deliveryColumns).map((name) => sql.ref(name))
const numberedDeliveryNames = Object.keys(deliveryColumns).map((name) =>
  name === 'event_order' || name === 'sequence'
    ? sql`${sql.ref(`accepted.${name}`)} + ${sql.ref(`delivery.${name}`)}`
    : sql.ref(`delivery.${name}`),
)

/** Appends events without deliveries. Most batches have none, and this statement is cheaper. */
export const appendBatch = statement<BatchParams>(postgresDialect, 'events.appendBatch', (db, param) =>
  append(db, param, sql``),
)

/** Appends events together with webhook deliveries. */
export const appendDelivering = statement<DeliveringParams>(
  postgresDialect,
  'events.appendDelivering',
  (db, param) => append(db, param, delivered(param)),
)

function delivered(param: Param<DeliveringParams>): RawBuilder<unknown> {
  return sql`payloads as (
    insert into delivery_payloads (${sql.join(payloadNames)}) select ${sql.join(payloadNames.map((name) => sql`given.${name}`))}
    from (${postgresDialect.selectFromJson(givenPayloadColumns, param('payloads'))}) as given
    join accepted on accepted.chat_id = given.batch_chat_id
  ),
  delivered as (
    insert into deliveries (${sql.join(deliveryNames)}) select ${sql.join(numberedDeliveryNames)}
    from (${postgresDialect.selectFromJson(givenDeliveryColumns, param('deliveries'))}) as delivery
    join accepted on accepted.chat_id = delivery.batch_chat_id
    order by delivery.command_index, delivery.position
  ),`
}

/**
 * Locks the chats in the order of their ids, so that two batches cannot deadlock. Stores the events of the chats whose
 * revision is unchanged and whose limits allow them, and advances those chats. `locked` returns the newest version of
 * each row before the update, even if the statement had to wait for it.
 *
 * A command without events is placed as one row without an event, so that each chat is updated from one row of `last`.
 * The ids of the chats to lock are not a parameter, because PostgreSQL would then plan the statement anew each time.
 */
function append(db: Kysely<Tables>, param: Param<BatchParams>, delivered: RawBuilder<unknown>) {
  const compile = () =>
    sql`with command as materialized (${postgresDialect.selectFromJson(commandColumns, param('commands'))}),
    locked as materialized (
      select ${sql.join(headSelection.map((name) => sql.ref(name)))},
        chats.event_order, chats.event_bytes, chats.sequence, chats.sequence_at from chats
      where chats.id = any(array(select chat_id from command)) order by chats.id for no key update
    ),
    accepted as materialized (
      select command.*, locked.thread_order, locked.event_order, locked.sequence
      from command join locked on locked.id = command.chat_id and locked.revision = command.revision
        and locked.event_order <= command.max_event_order and locked.event_bytes <= command.max_event_bytes
    ),
    numbered as materialized (
      select ${sql.join(acceptedNames)}, accepted.thread_order,
        accepted.event_order + event.event_order as event_order,
        accepted.sequence + event.sequence as sequence, ${sql.join(contentNames)}
      from accepted
      left join (${postgresDialect.selectFromJson({ chat_id, event_order, sequence, ...contentColumns }, param('events'))}) as event
        on event.chat_id = accepted.chat_id
    ),
    last as materialized (
      select ${sql.join(acceptedNames)}, max(event_order) as event_order, jsonb_object_agg(
        type || ' ' || recipients,
        jsonb_build_object('thread_order', thread_order, 'event_order', event_order) order by event_order
      ) filter (where id is not null)::text as last_events
      from numbered as accepted group by ${sql.join(acceptedNames)}
    ),
    advanced as (
      update chats set
        event_order = coalesce(last.event_order, chats.event_order),
        event_bytes = chats.event_bytes + last.bytes,
        last_activity_at = coalesce(last.last_activity_at, chats.last_activity_at),
        last_shared_activity_at = coalesce(last.last_shared_activity_at, chats.last_shared_activity_at),
        timeouts_from = coalesce(last.timeouts_from, chats.timeouts_from),
        sequence = chats.sequence + last.command_count,
        sequence_at = last.sequence_at,
        last_events = ${postgresDialect.mergeJson(sql.ref('chats.last_events'), sql`coalesce(last.last_events, '{}')`)}
      from last where chats.id = last.chat_id
    ),
    ${delivered}
    stored as (
      insert into events (${sql.join(columnNames)}) select ${sql.join(columnNames)} from numbered where id is not null
    )
    select command.chat_id, locked.event_order, locked.event_bytes, locked.sequence, locked.sequence_at,
      locked.revision = command.revision as holds,
      locked.event_order <= command.max_event_order and locked.event_bytes <= command.max_event_bytes as fits,
      case when locked.revision <> command.revision then row_to_json(locked)::text end as head
    from command left join locked on locked.id = command.chat_id`.compile(db)
  return { compile }
}
