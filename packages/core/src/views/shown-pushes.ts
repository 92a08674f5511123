import * as agentPushes from '../contract/agent-pushes.js'
import type { ChatApi } from '../contract/apis.js'
import * as customerPushes from '../contract/customer-pushes.js'
import type { PushContract } from '../contract/define.js'
import type { Viewer } from './viewer.js'

/** The names of an API's pushes by version, each keyed by its name in the newest version. */
type NamesByVersion = ReadonlyMap<string, ReadonlyMap<string, string>>

const shown: Readonly<Record<ChatApi, NamesByVersion>> = {
  customer: namesByVersion(Object.values(customerPushes)),
  agent: namesByVersion(Object.values(agentPushes)),
}

/**
 * Returns the name of a push in the API and version of the viewer; `undefined` when they do not have it. `name` is the
 * name in the newest version.
 */
export function pushName(
  { api, version }: Pick<Viewer, 'api' | 'version'>,
  name: string,
): string | undefined {
  return shown[api].get(version)?.get(name)
}

function namesByVersion(pushes: readonly PushContract[]): NamesByVersion {
  const names = new Map<string, Map<string, string>>()
  for (const { name, newerName = name, versions } of pushes) {
    for (const version of versions) {
      names.set(version, (names.get(version) ?? new Map<string, string>()).set(newerName, name))
    }
  }
  return names
}
