import type { DdlTypes, Migration } from './migration.js'

/** Adds the tables of the authorization service, and keeps the profiles of removed agents. */
export const authorization: Migration = {
  version: 2,
  kind: 'contracts',
  statements: (ddl) => [
    `alter table agents add column removed_at ${ddl.integer}`,
    ...tokenChanges(ddl),
    ...codeTables(ddl),
    ...signInTables(ddl),
    ...attemptTables(ddl),
  ],
}

function tokenChanges({ text }: DdlTypes): string[] {
  return [
    `alter table tokens add column sealed_refresh ${text}`,
    `alter table tokens add column code_hash ${text}`,
    'create index tokens_of_refresh on tokens (refresh_hash) where refresh_hash is not null',
    'create index tokens_of_code on tokens (code_hash) where code_hash is not null',
    'create index tokens_of_entity on tokens (entity_id)',
    'create index tokens_of_app on tokens (client_id, entity_id)',
    'create index tokens_by_expiry on tokens (expires_at) where expires_at is not null',
  ]
}

function codeTables({ text, integer, plain }: DdlTypes): string[] {
  return [
    `create table codes (
      hash ${text} primary key not null,
      license_id ${integer} not null,
      client_id ${text} not null,
      agent_id ${text} not null,
      redirect_uri ${text} not null,
      scopes ${text} not null,
      code_challenge ${text},
      created_at ${integer} not null,
      expires_at ${integer} not null
    )${plain}`,
    'create index codes_of_app on codes (client_id)',
    'create index codes_of_agent on codes (agent_id)',
    'create index codes_by_expiry on codes (expires_at)',
  ]
}

function signInTables({ text, integer, plain }: DdlTypes): string[] {
  return [
    `create table sign_ins (
      hash ${text} primary key not null,
      agent_id ${text} not null,
      created_at ${integer} not null,
      expires_at ${integer} not null
    )${plain}`,
    'create index sign_ins_of_agent on sign_ins (agent_id)',
    'create index sign_ins_by_expiry on sign_ins (expires_at)',
  ]
}

function attemptTables({ text, integer, identity, plain }: DdlTypes): string[] {
  return [
    `create table attempts (
      id ${identity},
      key ${text} not null,
      attempted_at ${integer} not null
    )${plain}`,
    'create index attempts_of_key on attempts (key, attempted_at)',
    'create index attempts_by_age on attempts (attempted_at)',
  ]
}
