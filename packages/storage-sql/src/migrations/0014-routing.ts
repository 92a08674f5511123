import type { DdlTypes, Migration } from './migration.js'

/** Adds the waiting threads, the timers of threads, the chats that agents serve, and an index of agents to log out. */
export const routing: Migration = {
  version: 14,
  kind: 'contracts',
  statements: (ddl) => [...agentColumns(ddl), ...waitingThreads(ddl), ...servedChats(ddl), ...timers(ddl)],
}

function agentColumns({ integer }: DdlTypes): string[] {
  return [
    `alter table agents add column last_assigned_at ${integer}`,
    `create index available_agents on agents (license_id, id)
      where online_until = 9007199254740991 and routing_status = 'accepting_chats'`,
    `create index departing_agents on agents (online_until, id)
      where online_until > 0 and online_until < 9007199254740991`,
  ]
}

/** Makes active threads without an agent waiting threads. */
function waitingThreads({ text, integer, clustered }: DdlTypes): string[] {
  return [
    `alter table chats add column waiting_since ${integer}`,
    `update chats set waiting_since = (
        select created_at from threads
        where threads.chat_id = chats.id and threads.thread_order = chats.thread_order)
      where thread_is_active and not exists (
        select 1 from chat_users
        where chat_users.chat_id = chats.id and chat_users.kind = 'agent' and chat_users.is_present)`,
    `create table waiting_threads (
      license_id ${integer} not null,
      subject ${text} not null,
      waiting_since ${integer} not null,
      chat_id ${text} not null,
      primary key (license_id, subject, waiting_since, chat_id)
    )${clustered}`,
    `insert into waiting_threads (license_id, subject, waiting_since, chat_id)
      select license_id, 'every', waiting_since, id from chats where waiting_since is not null`,
    `insert into waiting_threads (license_id, subject, waiting_since, chat_id)
      select license_id, 'unscoped', waiting_since, id from chats where waiting_since is not null and not is_scoped`,
    `insert into waiting_threads (license_id, subject, waiting_since, chat_id)
      select chats.license_id, chat_scopes.subject, chats.waiting_since, chats.id
      from chats join chat_scopes on chat_scopes.chat_id = chats.id where chats.waiting_since is not null`,
  ]
}

function servedChats({ text, clustered }: DdlTypes): string[] {
  return [
    `create table served_chats (
      agent_id ${text} not null,
      chat_id ${text} not null,
      primary key (agent_id, chat_id)
    )${clustered}`,
    `insert into served_chats (agent_id, chat_id)
      select chat_users.user_id, chats.id from chats join chat_users on chat_users.chat_id = chats.id
      where chats.thread_is_active and chats.waiting_since is null
        and chat_users.kind = 'agent' and chat_users.is_present`,
  ]
}

function timers({ text, integer, clustered }: DdlTypes): string[] {
  return [
    `create table thread_timers (
      chat_id ${text} primary key not null,
      timer_at ${integer} not null,
      idle_told_from ${integer}
    )${clustered}`,
    'create index thread_timers_due on thread_timers (timer_at, chat_id)',
    `insert into thread_timers (chat_id, timer_at)
      select id, timeouts_from from chats where thread_is_active and waiting_since is null`,
  ]
}
