import type { Trial } from '../trial.js'
import { type Figures, type Metric, metric, type Workload } from './workload.js'

interface Size {
  readonly chats: number
  readonly messagesPerChat: number
  readonly chatsPerCustomer: number
}

const actions = {
  getChatsSummaryMicros: 'get_chats_summary',
  agentLoginMicros: 'agent login',
  getChatThreadsMicros: 'get_chat_threads',
  getFilteredChatsMicros: 'get_filtered_chats',
  getChatsByPropertyMicros: 'get_filtered_chats by a property',
  getArchivesMicros: 'get_archives with a query',
}

export const growth = growthBetween({
  name: 'growth',
  title: 'the same questions in a license of 1,000 and of 100,000 chats of 10 messages, each answered alone',
  small: { chats: 1_000, messagesPerChat: 10, chatsPerCustomer: 25 },
  large: { chats: 100_000, messagesPerChat: 10, chatsPerCustomer: 25 },
})

/** Compares sizes with as many events as `growth`, but in few chats. */
export const longChats = growthBetween({
  name: 'long-chats',
  title: 'the same questions in a license of 10 and of 1,000 chats of 1,000 messages, each answered alone',
  small: { chats: 10, messagesPerChat: 1_000, chatsPerCustomer: 10 },
  large: { chats: 1_000, messagesPerChat: 1_000, chatsPerCustomer: 10 },
})

interface Growth {
  readonly name: string
  readonly title: string
  readonly small: Size
  readonly large: Size
}

function growthBetween({ name: workload, title: does, small, large }: Growth): Workload {
  return {
    name: workload,
    title: does,
    targets: ['parley-sqlite', 'parley-postgres'],
    metrics: Object.entries(actions).flatMap(([name, title]): Metric[] => [
      metric(`${name}Small`, `${title}, µs at ${small.chats} chats`),
      metric(`${name}Large`, `${title}, µs at ${large.chats} chats`),
      metric(`${name}Ratio`, `${title}, times as long`, 2),
    ]),
    async run(trial) {
      const before = await measureAt(small, trial)
      const after = await measureAt(large, trial)
      return Object.fromEntries(
        Object.keys(actions).flatMap((name) => {
          const [few, many] = [before[name] ?? Number.NaN, after[name] ?? Number.NaN]
          return [
            [`${name}Small`, few],
            [`${name}Large`, many],
            [`${name}Ratio`, many / few],
          ]
        }),
      )
    },
  }
}

async function measureAt(size: Size, trial: Trial): Promise<Figures> {
  const { chats, messagesPerChat, chatsPerCustomer } = size
  const customers = chats / chatsPerCustomer
  const population = { agents: 1, customers, chats, agentsRead: 'every', messagesPerChat } as const
  const started = await trial.startServer(population)
  const client = await trial.startClient('growth', started)
  await client.ask({ kind: 'measure', milliseconds: 1_000, perSecond: null }, 'measured')
  const measure = { kind: 'measure', milliseconds: trial.milliseconds, perSecond: null } as const
  const { figures } = await client.ask(measure, 'measured')
  await client.end()
  await started.server.end()
  return figures
}
