import type { Transport } from '../contract/define.js'
import type { Api, ApiVersion } from '../contract/versions.js'
import type { Action } from './handle.js'

/** `in-process` serves what the Web API serves. */
export type CallTransport = Transport | 'in-process'

/** Finds actions by API, version and name. */
export class Catalog {
  readonly #actions = new Map<string, Action>()

  constructor(actions: readonly Action[]) {
    for (const action of actions) this.#add(action)
  }

  find(api: Api, version: ApiVersion, name: string, transport: CallTransport): Action | undefined {
    const action = this.#actions.get(`${api}/${version}/${name}`)
    const needed = transport === 'in-process' ? 'web' : transport
    return action?.contract.transports.includes(needed) ? action : undefined
  }

  #add(action: Action): void {
    const { api, versions, name } = action.contract
    for (const version of versions) {
      const key = `${api}/${version}/${name}`
      if (this.#actions.has(key)) throw new TypeError(`Two actions serve ${key}`)
      this.#actions.set(key, action)
    }
  }
}
