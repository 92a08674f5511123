import type { PayloadOf, PushContract } from '../../packages/core/src/contract/define.js'
import type { ApiVersion } from '../../packages/core/src/contract/versions.js'
import type { Chat } from './chat.js'
import { isPayloadOf } from './checked.js'
import type { Profile } from './client-api.js'

/** The change that a push makes to the state of a client. */
export interface Change {
  /** Id of the chat that the push is about. An unknown chat is read. */
  readonly chatId?: string
  readonly inChat?: (chat: Chat) => Chat
  /** A change to every chat, whichever chat the push is about. */
  readonly inEach?: (chat: Chat) => Chat
  readonly ofProfile?: (profile: Profile) => Profile
  /** The whole content of a new chat, so that it need not be read. */
  readonly begins?: Chat
  /** Whether a client that does not know if it still sees the chat has to read it. */
  readonly mayHide?: boolean
  /** Whether the connection ends. */
  readonly isEnd?: true
}

/** A push that changes no state. It is only shown for a while. */
export const nothing: Change = {}

/** A handler for each push of an API. A missing handler does not compile. */
export type Handlers<Pushes> = { readonly [K in keyof Pushes]: (payload: PayloadOf<Pushes[K]>) => Change }

/** Returns the change for a push in that version, after checking its payload against the contract. */
export function changeBy<Pushes extends Readonly<Record<string, PushContract>>>(
  pushes: Pushes,
  handlers: Handlers<Pushes>,
  {
    version,
    name,
    payload,
  }: { readonly version: ApiVersion; readonly name: unknown; readonly payload: unknown },
): Change {
  for (const key in pushes) {
    const contract = pushes[key]
    if (contract === undefined || contract.name !== name) continue
    if (!contract.versions.some((one) => one === version)) continue
    if (isPayloadOf<Pushes[typeof key]>(contract, version, payload)) return handlers[key](payload)
    throw new TypeError(`The contract of ${name} has no such payload: ${JSON.stringify(payload)}`)
  }
  throw new TypeError(`The contract has no push ${String(name)} in ${version}`)
}
