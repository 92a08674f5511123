import type { ClientOrder } from '../processes/messages.js'
import type { World } from '../targets/target.js'
import { messageText } from '../targets/target.js'
import { ClosedLoop } from './closed-loop.js'
import { getRequest, HttpConnection, postRequest } from './http-connection.js'
import type { Load, Measurement } from './load.js'

const connectionCount = 32

/** Keep-alive connections that each send one request after another, starting at different positions of the list. */
class HttpLoad implements Load {
  readonly #port: number
  readonly #requests: readonly Buffer[]
  readonly #loop = new ClosedLoop()

  constructor(port: number, requests: readonly Buffer[]) {
    this.#port = port
    this.#requests = requests
  }

  async open(): Promise<void> {
    for (let index = 0; index < connectionCount; index++) {
      this.#drive(Math.floor((index * this.#requests.length) / connectionCount))
    }
  }

  measure(milliseconds: number): Promise<Measurement> {
    return this.#loop.measure(milliseconds)
  }

  settle(): Promise<number> {
    return this.#loop.settle()
  }

  #drive(position: number): void {
    let next = position
    let sentAt = performance.now()
    const connection = new HttpConnection(this.#port, () => {
      const now = performance.now()
      this.#loop.done(sentAt, now)
      sentAt = now
      if (this.#loop.begin()) send()
    })
    const send = () => {
      const request = this.#requests[next]
      if (request === undefined) throw new Error('there is nothing to request')
      next = (next + 1) % this.#requests.length
      connection.send(request)
    }
    if (this.#loop.begin()) send()
  }
}

export function sendHttpLoad({ port, world }: ClientOrder): Load {
  return new HttpLoad(port, sendRequests(world))
}

export function tokenCheckLoad({ port, world }: ClientOrder): Load {
  return new HttpLoad(
    port,
    world.agentTokens.map((token) => getRequest('/auth/info', token)),
  )
}

export function startChatLoad({ port, world }: ClientOrder): Load {
  return new HttpLoad(port, startRequests(world))
}

function startRequests({ customerTokens, licenseId }: World): readonly Buffer[] {
  const path = `/customer/v0.5/action/start_chat?license_id=${licenseId}`
  const payload = { chat: { thread: { events: [{ type: 'message', text: messageText }] } } }
  return customerTokens.map((token) => postRequest(path, token, { payload }))
}

function sendRequests({ agentTokens, chatIds }: World): readonly Buffer[] {
  return chatIds.map((chat_id, index) => {
    const token = agentTokens[index % agentTokens.length] ?? ''
    const payload = { chat_id, event: { type: 'message', text: messageText } }
    return postRequest('/agent/v0.4/action/send_event', token, { payload })
  })
}
