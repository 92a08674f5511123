import type { PayloadOf, PushContract } from '../../packages/core/src/contract/define.js'
import type { ApiVersion } from '../../packages/core/src/contract/versions.js'
import type { Chat } from './chat.js'
import { isPayloadOf } from './checked.js'
import type { Profile } from './client-api.js'

/** What a push changes in what a client keeps. */
export interface Change {
  /** The chat that it is about: one that is not known is read. */
  readonly chatId?: string
  readonly inChat?: (chat: Chat) => Chat
  /** What holds in every chat, whichever the push is about. */
  readonly inEach?: (chat: Chat) => Chat
  readonly ofProfile?: (profile: Profile) => Profile
  /** All there is of a chat that was not known: nothing has to be read. */
  readonly begins?: Chat
  /** Whoever cannot tell by it whether they still see the chat asks. */
  readonly mayHide?: boolean
  /** The connection ends. */
  readonly isEnd?: true
}

/** What is not part of any state: it is shown while it lasts. */
export const nothing: Change = {}

/** What to do with each push of an API; a push without a line does not compile. */
export type Handlers<Pushes> = { readonly [K in keyof Pushes]: (payload: PayloadOf<Pushes[K]>) => Change }

/** The change by a push of that name in that version, whose payload must be what the contract says. */
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
