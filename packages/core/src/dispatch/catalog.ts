import type { Transport } from '../contract/define.js'
import type { Api, ApiVersion } from '../contract/versions.js'
import { invalid } from '../errors.js'
import type { Action } from './handle.js'

/** `in-process` serves what the Web API serves. */
export type CallTransport = Transport | 'in-process'

/** A longer name is not worth showing. */
const maxShownLength = 64

/** Where an action is that the transport does not have. */
const placeOf: { readonly [T in Transport]: string } = {
  web: 'it is an action in real time, at rtm/ws or rtm/sio',
  rtm: 'it is an action over HTTP, as a POST with a form',
}

/** Finds actions by API, version and name. */
export class Catalog {
  readonly #actions = new Map<string, Action>()

  constructor(actions: readonly Action[]) {
    for (const action of actions) this.#add(action)
  }

  /** `validation` where the transport has no such action, with the one that has it. */
  find(api: Api, version: ApiVersion, name: string, transport: CallTransport): Action {
    const action = this.#actions.get(`${api}/${version}/${name}`)
    const needed = transport === 'in-process' ? 'web' : transport
    if (action?.contract.transports.includes(needed)) return action
    const unknown = `unknown action ${JSON.stringify(name.slice(0, maxShownLength))}`
    throw invalid(
      { path: 'action', rule: action === undefined ? 'not_found' : 'unsupported' },
      action === undefined ? unknown : `${unknown} here: ${placeOf[needed]}`,
    )
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
