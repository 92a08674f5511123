import { writeFile } from 'node:fs/promises'
import { Session } from 'node:inspector/promises'
import type { RunningTarget } from '../targets/target.js'
import { findTarget } from '../targets/targets.js'
import type { ServerAnswer, ServerOrder, ServerQuestion, ServerSample } from './messages.js'
import { answerParent, failParent, receiveOrder, sendToParent } from './parent.js'

const profiler = new Session()

try {
  await main(await receiveOrder<ServerOrder>())
} catch (error) {
  failParent(error)
}

async function main({ target, database, seeded }: ServerOrder): Promise<void> {
  const { start } = await findTarget(target).load()
  const startedAt = performance.now()
  const running = await start(database, seeded)
  const figures = seeded === null ? await timeFirstAnswer(running, startedAt) : {}
  answerParent<ServerQuestion, ServerAnswer>((question) => answer(question, running))
  sendToParent({ kind: 'ready', port: running.port, figures } satisfies ServerAnswer)
}

async function answer(question: ServerQuestion, running: RunningTarget): Promise<ServerAnswer> {
  switch (question.kind) {
    case 'sample':
      return { kind: 'sample', ...(await sample(question.collectsGarbage, running)) }
    case 'profile':
      await (question.file === null ? beginProfile() : endProfile(question.file))
      return { kind: 'done' }
    case 'stop':
      await running.close()
      return { kind: 'done' }
  }
}

/** Times the first response to a request that has to read the database: it checks a token that does not exist. */
async function timeFirstAnswer({ port }: RunningTarget, startedAt: number): Promise<Record<string, number>> {
  const headers = { authorization: 'Bearer none' }
  const response = await fetch(`http://127.0.0.1:${port}/auth/info`, { headers })
  if (response.status !== 401) throw new Error(`the first request was answered with ${response.status}`)
  const now = performance.now()
  return { startMs: now - startedAt, processMs: now }
}

async function sample(collectsGarbage: boolean, running: RunningTarget): Promise<ServerSample> {
  for (let pass = 0; collectsGarbage && pass < 4; pass++) {
    globalThis.gc?.()
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  const { user, system } = process.cpuUsage()
  const { heapUsed, rss } = process.memoryUsage()
  const busTraffic = running.busTraffic?.() ?? { messages: 0, bytesPerMessage: 0 }
  return { cpuMicros: user + system, heapBytes: heapUsed, residentBytes: rss, busTraffic }
}

async function beginProfile(): Promise<void> {
  profiler.connect()
  await profiler.post('Profiler.enable')
  await profiler.post('Profiler.setSamplingInterval', { interval: 200 })
  await profiler.post('Profiler.start')
}

async function endProfile(file: string): Promise<void> {
  const { profile } = await profiler.post('Profiler.stop')
  await writeFile(file, JSON.stringify(profile))
}
