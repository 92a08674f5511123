import type { DdlTypes, Migration } from './migration.js'

/**
 * Creates the first tables. Foreign keys exist only where rows are written rarely. Rows written on behalf of visitors
 * have none, because each check would lock the license or chat row again, and only this package writes them. Tokens
 * outlive what they refer to on purpose.
 */
export const initial: Migration = {
  version: 1,
  kind: 'contracts',
  statements: (ddl) => [...tenantTables(ddl), ...accessTables(ddl), ...chatTables(ddl), ...eventTables(ddl)],
}

function tenantTables({ text, integer, boolean, identity, plain }: DdlTypes): string[] {
  return [
    `create table licenses (
      id ${identity},
      name ${text} not null,
      plan ${text} not null,
      is_in_trial ${boolean} not null,
      created_at ${integer} not null,
      expires_at ${integer}
    )${plain}`,
    `create table agents (
      id ${text} primary key not null,
      license_id ${integer} not null references licenses (id),
      name ${text} not null,
      email ${text},
      avatar ${text},
      permission ${text} not null,
      group_ids ${text} not null,
      max_chats_count ${integer} not null,
      password_hash ${text},
      owner_client_id ${text},
      routing_status ${text} not null,
      online_until ${integer} not null,
      created_at ${integer} not null
    )${plain}`,
    'create index agents_of_license on agents (license_id, id)',
    `create table devices (
      token ${text} primary key not null,
      agent_id ${text} not null references agents (id),
      platform ${text} not null,
      is_enabled ${boolean} not null
    )${plain}`,
    'create index devices_of_agent on devices (agent_id)',
    `create table customers (
      id ${text} primary key not null,
      license_id ${integer} not null,
      name ${text},
      email ${text},
      fields ${text} not null,
      visitor ${text},
      thread_count ${integer} not null,
      banned_until ${integer},
      created_at ${integer} not null
    )${plain}`,
    'create index customers_of_license on customers (license_id, created_at desc, id desc)',
  ]
}

function accessTables({ text, integer, boolean, plain }: DdlTypes): string[] {
  return [
    `create table apps (
      client_id ${text} primary key not null,
      license_id ${integer} not null references licenses (id),
      name ${text} not null,
      type ${text} not null,
      visibility ${text} not null,
      redirect_uris ${text} not null,
      scopes ${text} not null,
      secret_hash ${text},
      requires_pkce ${boolean} not null,
      created_at ${integer} not null
    )${plain}`,
    'create index apps_of_license on apps (license_id, created_at, client_id)',
    `create table tokens (
      hash ${text} primary key not null,
      kind ${text} not null,
      license_id ${integer} not null,
      client_id ${text} not null,
      entity_id ${text} not null,
      scopes ${text} not null,
      created_at ${integer} not null,
      expires_at ${integer},
      refresh_hash ${text}
    )${plain}`,
    `create table answers (
      key ${text} primary key not null,
      payload_hash ${text} not null,
      response ${text} not null,
      created_at ${integer} not null
    )${plain}`,
    'create index answers_by_age on answers (created_at)',
  ]
}

function chatTables({ text, integer, boolean, clustered, plain }: DdlTypes): string[] {
  return [
    `create table chats (
      id ${text} primary key not null,
      license_id ${integer} not null,
      revision ${integer} not null,
      members ${text} not null,
      scopes ${text} not null,
      is_scoped ${boolean} not null,
      properties ${text} not null,
      created_at ${integer} not null,
      last_activity_at ${integer} not null,
      thread_id ${text} not null,
      thread_order ${integer} not null,
      thread_is_active ${boolean} not null,
      event_order ${integer} not null,
      timeouts_from ${integer} not null,
      last_events ${text} not null
    )${plain}`,
    'create index chats_by_activity on chats (license_id, last_activity_at desc, id desc)',
    `create table chat_scopes (
      chat_id ${text} not null references chats (id),
      subject ${text} not null,
      primary key (chat_id, subject)
    )${clustered}`,
    `create table chat_users (
      chat_id ${text} not null references chats (id),
      user_id ${text} not null,
      kind ${text} not null,
      is_present ${boolean} not null,
      position ${integer} not null,
      joined_at ${integer} not null,
      primary key (chat_id, user_id)
    )${clustered}`,
    'create index chats_of_user on chat_users (user_id, is_present)',
    `create table chat_last_seen (
      chat_id ${text} not null,
      user_id ${text} not null,
      last_seen_at ${integer} not null,
      primary key (chat_id, user_id)
    )${clustered}`,
  ]
}

function eventTables({ text, integer, clustered, plain }: DdlTypes): string[] {
  return [
    `create table threads (
      chat_id ${text} not null references chats (id),
      thread_order ${integer} not null,
      id ${text} not null unique,
      created_at ${integer} not null,
      properties ${text} not null,
      primary key (chat_id, thread_order)
    )${clustered}`,
    `create table thread_users (
      chat_id ${text} not null,
      thread_order ${integer} not null,
      user_id ${text} not null,
      position ${integer} not null,
      primary key (chat_id, thread_order, user_id)
    )${clustered}`,
    `create table events (
      chat_id ${text} not null,
      thread_order ${integer} not null,
      event_order ${integer} not null,
      id ${text} not null,
      author_id ${text},
      type ${text} not null,
      recipients ${text} not null,
      created_at ${integer} not null,
      custom_id ${text},
      properties ${text} not null,
      content ${text} not null,
      primary key (chat_id, thread_order, event_order)
    )${plain}`,
    `create index agents_only_events on events (chat_id, thread_order) where recipients = 'agents'`,
  ]
}
