import assert from 'node:assert/strict'
import type { Agent, Storage } from '@parley/core/storage'

const normal = (...ids: readonly number[]): Agent['groups'] => ids.map((id) => ({ id, priority: 'normal' }))
const groups: Readonly<Record<string, Agent['groups']>> = {
  ada: normal(0),
  bob: normal(0, 4_294_967_295, 7),
}

/** Agents of one group and of several groups, as schema version 2 stores them. */
export const agentsOfVersion2: readonly string[] = [
  `insert into licenses (name, plan, is_in_trial, created_at) values ('Acme', 'team', false, 1000)`,
  ...Object.entries(groups).map(
    ([id, memberships]) =>
      `insert into agents (id, license_id, name, permission, group_ids, max_chats_count, routing_status, online_until,
        created_at)
      values ('${id}', 1, 'Agent', 'normal', '[${memberships.map((group) => group.id).join()}]', 6, 'accepting_chats',
        0, 1000)`,
  ),
]

/** Checks that each agent is still in its groups, with the priority `normal`. */
export async function checkMigratedAgents(storage: Storage): Promise<void> {
  for (const [id, memberships] of Object.entries(groups)) {
    const agent = await storage.read.agents.get(id)
    assert.deepEqual(agent?.groups, memberships, id)
  }
}
