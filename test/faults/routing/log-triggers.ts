const logged = 'insert into routing_log (at, kind, chat_id, agent_id, number, status) values'
const isAnother =
  'old.online_until <> new.online_until or old.routing_status is distinct from new.routing_status'

const sqliteTable = `create table routing_log (
  id integer primary key autoincrement, at real not null, kind text not null,
  chat_id text, agent_id text, number integer, status text)`

function sqliteTrigger(name: string, when: string, values: string): string {
  return `create trigger ${name} after ${when} begin ${logged} (unixepoch('subsec') * 1000, ${values}); end`
}

export const sqliteTriggers: readonly string[] = [
  sqliteTable,
  sqliteTrigger(
    'log_waits',
    `insert on waiting_threads when new.subject = 'every'`,
    `'waits', new.chat_id, null, new.waiting_since, null`,
  ),
  sqliteTrigger(
    'log_waits_no_more',
    `delete on waiting_threads when old.subject = 'every'`,
    `'waits no more', old.chat_id, null, null, null`,
  ),
  sqliteTrigger('log_serves', 'insert on served_chats', `'serves', new.chat_id, new.agent_id, null, null`),
  sqliteTrigger(
    'log_serves_no_more',
    'delete on served_chats',
    `'serves no more', old.chat_id, old.agent_id, null, null`,
  ),
  sqliteTrigger(
    'log_agent',
    `update on agents when ${isAnother}`,
    `'agent', null, new.id, new.online_until, new.routing_status`,
  ),
]

const postgresTable = `create table routing_log (
  id bigserial primary key, at double precision not null, kind text not null,
  chat_id text, agent_id text, number bigint, status text)`

function postgresTrigger(name: string, when: string, condition: string, values: string): readonly string[] {
  return [
    `create function ${name}() returns trigger language plpgsql as $$ begin
      ${logged} (extract(epoch from clock_timestamp()) * 1000, ${values}); return null; end $$`,
    `create trigger ${name} after ${when} for each row ${condition} execute function ${name}()`,
  ]
}

export const postgresTriggers: readonly string[] = [
  postgresTable,
  ...postgresTrigger(
    'log_waits',
    'insert on waiting_threads',
    `when (new.subject = 'every')`,
    `'waits', new.chat_id, null, new.waiting_since, null`,
  ),
  ...postgresTrigger(
    'log_waits_no_more',
    'delete on waiting_threads',
    `when (old.subject = 'every')`,
    `'waits no more', old.chat_id, null, null, null`,
  ),
  ...postgresTrigger(
    'log_serves',
    'insert on served_chats',
    '',
    `'serves', new.chat_id, new.agent_id, null, null`,
  ),
  ...postgresTrigger(
    'log_serves_no_more',
    'delete on served_chats',
    '',
    `'serves no more', old.chat_id, old.agent_id, null, null`,
  ),
  ...postgresTrigger(
    'log_agent',
    'update on agents',
    `when (${isAnother})`,
    `'agent', null, new.id, new.online_until, new.routing_status`,
  ),
]
