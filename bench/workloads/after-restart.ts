import type { Population } from '../targets/target.js'
import type { StartedServer, Trial } from '../trial.js'

/** Restarts a server after all its customers had logged in. */
export async function startAgain(trial: Trial, population: Population): Promise<StartedServer> {
  const before = await trial.startServer(population)
  const client = await trial.startClient('login', before)
  await client.ask({ kind: 'measure', milliseconds: trial.milliseconds, perSecond: null }, 'measured')
  await client.end()
  return trial.restartServer(before)
}
