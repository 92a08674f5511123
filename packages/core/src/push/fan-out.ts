import { mayRead } from '../domain/access.js'
import type { PropertyCatalog } from '../domain/properties.js'
import type { Audience, Push } from '../domain/push.js'
import type { Clock } from '../ports/clock.js'
import type { OutgoingFrame } from '../ports/rtm-connection.js'
import { pushView } from '../views/push.js'
import type { Viewer } from '../views/viewer.js'
import type { RequestOrigin } from './bus-message.js'
import type { PushTarget, Sessions } from './sessions.js'

/** Brings a push to the connections of this node: who, in which shape, each shape encoded once. */
export class FanOut {
  readonly #sessions: Sessions
  readonly #catalog: PropertyCatalog
  readonly #clock: Clock

  constructor(sessions: Sessions, catalog: PropertyCatalog, clock: Clock) {
    this.#sessions = sessions
    this.#catalog = catalog
    this.#clock = clock
  }

  deliver(push: Push, origin: RequestOrigin | null): void {
    const bodies = new Map<string, EncodedPush | undefined>()
    for (const target of this.#targets(push.audience)) {
      const key = `${target.api}/${target.version}`
      if (!bodies.has(key)) bodies.set(key, this.#encode(push, target))
      const encoded = bodies.get(key)
      if (encoded === undefined) continue
      const isRequester = origin !== null && origin.sessionId === target.id
      target.push(isRequester ? withRequestId(encoded, origin.requestId) : encoded.frame)
    }
  }

  *#targets(audience: Audience): Iterable<PushTarget> {
    if (audience.kind === 'agents') {
      yield* this.#sessions.agentsOf(audience.licenseId)
      return
    }
    const { chat, formerMemberIds } = audience
    const { licenseId, members } = chat
    for (const id of [...members.map(({ id }) => id), ...formerMemberIds]) {
      yield* this.#sessions.ofCustomer(licenseId, id)
    }
    for (const target of this.#sessions.agentsOf(licenseId)) {
      const { id } = target.principal
      if (id === audience.exceptUserId) continue
      if (formerMemberIds.includes(id) || mayRead(target.principal, chat)) yield target
    }
  }

  #encode({ body }: Push, target: PushTarget): EncodedPush | undefined {
    const payload = pushView(body, this.#viewer(target))
    if (payload === undefined) return undefined
    const rest = `"action":"${body.name}","type":"push","payload":${JSON.stringify(payload)}}`
    return { rest, frame: frameOf(`{${rest}`) }
  }

  #viewer(target: PushTarget): Viewer {
    const shared = { catalog: this.#catalog, now: this.#clock.now() }
    return target.api === 'customer'
      ? { api: target.api, version: target.version, ...shared }
      : { api: target.api, version: target.version, ...shared }
  }
}

interface EncodedPush {
  /** The frame's text after its opening brace. */
  readonly rest: string
  readonly frame: OutgoingFrame
}

/** Only the requester's copy names the request (spec chat.md "Transports and envelopes"). */
function withRequestId({ rest }: EncodedPush, requestId: string): OutgoingFrame {
  return frameOf(`{"request_id":${JSON.stringify(requestId)},${rest}`)
}

export function frameOf(text: string): OutgoingFrame {
  return { text, encoded: undefined }
}
