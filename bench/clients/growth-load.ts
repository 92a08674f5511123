import type { ClientOrder } from '../processes/messages.js'
import { chatProperty, rareChatCount, rareWord, type World } from '../targets/target.js'
import { dialectOf } from './dialect.js'
import { HttpConnection, postRequest } from './http-connection.js'
import { Latencies } from './latencies.js'
import type { Load } from './load.js'
import { RealtimeConnection } from './realtime-connection.js'

/** Repeats a few requests, one at a time, and reports the median duration of each. */
export function growthLoad(order: ClientOrder): Load {
  const { port, world } = order
  const http = new SequentialHttp(port)
  const requests: Readonly<Record<string, (turn: number) => Promise<number>>> = {
    getChatsSummaryMicros: () => http.time(chatsSummary(world)),
    agentLoginMicros: () => timeLogin(order),
    getChatThreadsMicros: (turn) => http.time(chatThreads(world, turn)),
    getFilteredChatsMicros: () => http.time(filteredChats(world)),
    getChatsByPropertyMicros: () => http.time(chatsByProperty(world)),
    getArchivesMicros: () => http.time(archives(world)),
  }
  return {
    open: async () => {},
    async measure(milliseconds) {
      const figures: Record<string, number> = {}
      let operations = 0
      const startedAt = performance.now()
      for (const [name, ask] of Object.entries(requests)) {
        const latencies = new Latencies()
        const end = performance.now() + milliseconds / Object.keys(requests).length
        for (let turn = 0; performance.now() < end; turn++) {
          latencies.record(0, await ask(turn))
          operations += 1
        }
        figures[name] = latencies.figures().p50Micros
      }
      return { operations, seconds: (performance.now() - startedAt) / 1_000, figures }
    },
    settle: async () => 0,
  }
}

class SequentialHttp {
  readonly #connection: HttpConnection
  #answered: () => void = () => {}

  constructor(port: number) {
    this.#connection = new HttpConnection(port, () => this.#answered())
  }

  time(request: Buffer): Promise<number> {
    return new Promise((resolve) => {
      const startedAt = performance.now()
      this.#answered = () => resolve(performance.now() - startedAt)
      this.#connection.send(request)
    })
  }
}

async function timeLogin({ port, protocol, world }: ClientOrder): Promise<number> {
  const token = world.agentTokens[0] ?? ''
  const opening = { port, world, dialect: dialectOf(protocol), role: 'agent', token } as const
  const connection = await RealtimeConnection.connect(opening)
  const startedAt = performance.now()
  await connection.logIn()
  const milliseconds = performance.now() - startedAt
  connection.close()
  return milliseconds
}

function chatsSummary({ customerTokens, licenseId }: World): Buffer {
  const path = `/customer/v0.5/action/get_chats_summary?license_id=${licenseId}`
  return postRequest(path, customerTokens[0] ?? '', { payload: { limit: rareChatCount } })
}

/** Returns a request for the threads of a chat. Consecutive requests are for chats that are far apart on disk. */
function chatThreads({ agentTokens, chatIds }: World, turn: number): Buffer {
  const chat_id = chatIds[(turn * 7_919) % chatIds.length]
  return postRequest('/agent/v0.4/action/get_chat_threads', agentTokens[0] ?? '', { payload: { chat_id } })
}

function filteredChats({ agentTokens }: World): Buffer {
  const payload = { limit: rareChatCount }
  return postRequest('/agent/v0.4/action/get_filtered_chats', agentTokens[0] ?? '', { payload })
}

/** Returns a request that finds the same number of chats, however many are stored. */
function chatsByProperty({ agentTokens }: World): Buffer {
  const { namespace, name, rare } = chatProperty
  const payload = { filters: { properties: { [namespace]: { [name]: { values: [rare] } } } } }
  return postRequest('/agent/v0.4/action/get_filtered_chats', agentTokens[0] ?? '', { payload })
}

/** Returns a request that finds the same number of threads, however many chats are stored. */
function archives({ agentTokens }: World): Buffer {
  const payload = { filters: { query: rareWord } }
  return postRequest('/agent/v0.4/action/get_archives', agentTokens[0] ?? '', { payload })
}
