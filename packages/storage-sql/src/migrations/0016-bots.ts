import type { DdlTypes, Migration } from './migration.js'

/** Adds what bots have in addition to other agents. */
export const bots: Migration = {
  version: 16,
  kind: 'contracts',
  statements: ({ text, clustered }: DdlTypes) => [
    `create table bots (
      agent_id ${text} primary key not null,
      token_hash ${text},
      webhooks ${text}
    )${clustered}`,
    'create index bots_of_tokens on bots (token_hash) where token_hash is not null',
    'create index bots_of_licenses on agents (license_id, id) where owner_client_id is not null',
    'create index bots_of_apps on agents (owner_client_id) where owner_client_id is not null',
  ],
}
