import type { Transport } from '../contract/define.js'
import type { Api, ApiVersion } from '../contract/versions.js'
import { invalid } from '../errors.js'
import type { Action } from './handle.js'

/** Transport that a call came by. `in-process` serves the same actions as the Web API. */
export type CallTransport = Transport | 'in-process'

/** Maximum number of characters of an unknown action name that an error message repeats. */
const maxShownLength = 64

/** Text that says where an action is found, when the requested transport does not serve it. */
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

  /**
   * Returns the action. Throws `validation` when the transport does not serve it; the error names the transport that
   * does.
   */
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
