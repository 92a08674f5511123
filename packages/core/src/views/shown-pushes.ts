import type { ChatApi } from '../contract/apis.js'
import type { PushContract } from '../contract/define.js'
import * as agentPushes from '../contract/pushes/agent/index.js'
import * as customerPushes from '../contract/pushes/customer/index.js'
import type { Viewer } from './viewer.js'

/** The names of the pushes of an API, by version. */
type NamesByVersion = ReadonlyMap<string, ReadonlySet<string>>

const shown: Readonly<Record<ChatApi, NamesByVersion>> = {
  customer: namesByVersion(Object.values(customerPushes)),
  agent: namesByVersion(Object.values(agentPushes)),
}

/** Whether the contract has that push in the API and version of the viewer. */
export function hasPush({ api, version }: Pick<Viewer, 'api' | 'version'>, name: string): boolean {
  return shown[api].get(version)?.has(name) === true
}

function namesByVersion(pushes: readonly PushContract[]): NamesByVersion {
  const names = new Map<string, Set<string>>()
  for (const { name, versions } of pushes) {
    for (const version of versions) names.set(version, (names.get(version) ?? new Set()).add(name))
  }
  return names
}
