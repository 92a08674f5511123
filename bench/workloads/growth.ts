import type { Trial } from '../trial.js'
import { type Figures, type Metric, metric, type Workload } from './workload.js'

const [small, large] = [1_000, 100_000]
const chatsPerCustomer = 25
const messagesPerChat = 10

const actions = {
  getChatsSummaryMicros: 'get_chats_summary',
  agentLoginMicros: 'agent login',
  getChatThreadsMicros: 'get_chat_threads',
  getFilteredChatsMicros: 'get_filtered_chats',
  getArchivesMicros: 'get_archives with a query',
}

export const growth: Workload = {
  name: 'growth',
  title: 'the same questions in a license of 1,000 and of 100,000 chats of 10 messages, each answered alone',
  targets: ['parley-sqlite', 'parley-postgres'],
  metrics: Object.entries(actions).flatMap(([name, title]): Metric[] => [
    metric(`${name}Small`, `${title}, µs at 1,000 chats`),
    metric(`${name}Large`, `${title}, µs at 100,000 chats`),
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

async function measureAt(chats: number, trial: Trial): Promise<Figures> {
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
