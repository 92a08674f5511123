import type { Edge, HttpResponse, OutgoingFrame, RtmConnection, RtmSession } from '@parley/core/adapter'

/** A server that breaks one behavior which clients rely on. */
export interface BrokenServer {
  /** Description of the fault. */
  readonly fault: string
  /** Name of the case that covers the broken behavior. */
  readonly caughtBy: string
  readonly breaks: (sound: Edge) => Edge
}

/** Returns the engine as an adapter sees it, with the given methods replaced. */
function altered(
  sound: Edge,
  { http, rtm, refuseRtm }: Partial<Pick<Edge, 'http' | 'rtm' | 'refuseRtm'>>,
): Edge {
  return {
    paths: sound.paths,
    owns: (path) => sound.owns(path),
    http: http ?? ((request) => sound.http(request)),
    refuseRtm: refuseRtm ?? ((handshake) => sound.refuseRtm(handshake)),
    rtm: rtm ?? ((connection, handshake) => sound.rtm(connection, handshake)),
    isSocketIo: (path) => sound.isSocketIo(path),
    corsHeaders: (headers) => sound.corsHeaders(headers),
    isCommitting: () => sound.isCommitting(),
    maxRtmFrameBytes: sound.maxRtmFrameBytes,
  }
}

function answering(sound: Edge, alter: (answer: HttpResponse) => HttpResponse): Edge {
  return altered(sound, { http: async (request) => alter(await sound.http(request)) })
}

function withoutHeaders(answer: HttpResponse, lost: RegExp): HttpResponse {
  const kept = Object.entries(answer.headers).filter(([name]) => !lost.test(name))
  return Object.assign(answer, { headers: Object.fromEntries(kept) })
}

type Outgoing = Pick<RtmConnection, 'send' | 'close'>

function connecting(sound: Edge, alter: (connection: RtmConnection) => Partial<Outgoing>): Edge {
  return altered(sound, {
    rtm: (connection, handshake) => sound.rtm(alteredConnection(connection, alter(connection)), handshake),
  })
}

/** Returns a server whose Socket.IO connections are altered; websockets keep working. */
function connectingSocketIo(
  sound: Edge,
  alter: (connection: RtmConnection) => Partial<Outgoing>,
  alterSession: (session: RtmSession, connection: RtmConnection) => Partial<RtmSession> = () => ({}),
): Edge {
  return altered(sound, {
    rtm(connection, handshake) {
      if (handshake.wire !== 'socket.io') return sound.rtm(connection, handshake)
      const session = sound.rtm(alteredConnection(connection, alter(connection)), handshake)
      return {
        receive: (message) => session.receive(message),
        receiveBinary: () => session.receiveBinary(),
        receivePing: () => session.receivePing(),
        receivePong: () => session.receivePong(),
        closed: () => session.closed(),
        ...alterSession(session, connection),
      }
    },
  })
}

function alteredConnection(sound: RtmConnection, { send, close }: Partial<Outgoing>): RtmConnection {
  return {
    send: send ?? ((frame) => sound.send(frame)),
    close: close ?? ((code, reason) => sound.close(code, reason)),
    terminate: () => sound.terminate(),
    canPause: sound.canPause,
    pause: () => sound.pause(),
    resume: () => sound.resume(),
    limitFrames: (maxBytes) => sound.limitFrames(maxBytes),
    get bufferedBytes() {
      return sound.bufferedBytes
    },
    get flushedBytes() {
      return sound.flushedBytes
    },
    get remoteAddress() {
      return sound.remoteAddress
    },
  }
}

const isPushOf = ({ text }: OutgoingFrame, action: string) => text.includes(`"action":"${action}"`)

/** Sends each second push after the one that follows it. */
function swapsPushes(connection: RtmConnection): Partial<Outgoing> {
  let held: OutgoingFrame | undefined
  return {
    send(frame) {
      if (held === undefined && isPushOf(frame, 'incoming_event')) {
        held = frame
        return
      }
      connection.send(frame)
      if (held !== undefined) connection.send(held)
      held = undefined
    },
  }
}

export const brokenServers: readonly BrokenServer[] = [
  {
    fault: 'answers failures with another status',
    caughtBy: 'errors: validation is 400, and names the invalid field',
    breaks: (sound) =>
      answering(sound, (answer) =>
        Object.assign(answer, { status: answer.status === 400 ? 422 : answer.status }),
      ),
  },
  {
    fault: 'loses response headers',
    caughtBy: 'errors: too_many_requests is 429, with Retry-After',
    breaks: (sound) => answering(sound, (answer) => withoutHeaders(answer, /^retry-after$/i)),
  },
  {
    fault: 'lets no page of another origin read responses',
    caughtBy: 'cross-origin requests: every response, including errors, may be read by every origin',
    breaks: (sound) => answering(sound, (answer) => withoutHeaders(answer, /^access-control-/i)),
  },
  {
    fault: 'loses idempotency keys',
    caughtBy: 'idempotency keys: a repeated request gets the same response and is carried out once',
    breaks: (sound) =>
      altered(sound, {
        http(request) {
          const { 'idempotency-key': _, ...headers } = request.headers
          return sound.http({ ...request, headers })
        },
      }),
  },
  {
    fault: 'decodes addresses before the engine does',
    caughtBy: 'addresses: a customer request requires one numeric license_id',
    breaks: (sound) =>
      altered(sound, {
        http: (request) =>
          sound.http({
            ...request,
            query: String(new URLSearchParams(Object.fromEntries(new URLSearchParams(request.query)))),
          }),
      }),
  },
  {
    fault: 'sends pushes out of order',
    caughtBy: 'pushes: every connection gets each event once and in order, over websocket',
    breaks: (sound) => connecting(sound, swapsPushes),
  },
  {
    fault: 'sends pushes twice',
    caughtBy: 'pushes: send_event is pushed in full to the users it concerns, over websocket',
    breaks: (sound) =>
      connecting(sound, (connection) => ({
        send(frame) {
          connection.send(frame)
          if (isPushOf(frame, 'incoming_event')) connection.send(frame)
        },
      })),
  },
  {
    fault: 'closes without a code',
    caughtBy: 'endings: an agent whose token is revoked is disconnected with a push, over websocket',
    breaks: (sound) => connecting(sound, (connection) => ({ close: () => connection.close(1000, '') })),
  },
  {
    fault: 'refuses Socket.IO sessions with another status',
    caughtBy: 'Socket.IO: a session without license_id is refused with an HTTP response',
    breaks: (sound) =>
      altered(sound, {
        refuseRtm(handshake) {
          const refusal = sound.refuseRtm(handshake)
          return refusal && handshake.wire === 'socket.io' ? { ...refusal, status: 403 } : refusal
        },
      }),
  },
  {
    fault: 'sends pushes out of order over Socket.IO',
    caughtBy: 'pushes: every connection gets each event once and in order, over Socket.IO 4',
    breaks: (sound) => connectingSocketIo(sound, swapsPushes),
  },
  {
    fault: 'does not push the reason before disconnecting over Socket.IO',
    caughtBy:
      'endings: a banned customer is disconnected with customer_banned and cannot log in, over Socket.IO 4',
    breaks: (sound) =>
      connectingSocketIo(sound, (connection) => ({
        send(frame) {
          if (!isPushOf(frame, 'customer_disconnected')) connection.send(frame)
        },
      })),
  },
  {
    fault: 'disconnects a client that sends another event over Socket.IO',
    caughtBy:
      'Socket.IO: an event other than message, or one without an envelope, is refused, and the connection stays open, over Socket.IO 4',
    breaks: (sound) =>
      connectingSocketIo(
        sound,
        () => ({}),
        (session, connection) => ({
          receive(message) {
            if (typeof message === 'object' && message.value === undefined) connection.close(1008, '')
            else session.receive(message)
          },
        }),
      ),
  },
]
