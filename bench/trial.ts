import type { LoadName } from './clients/loads.js'
import { createDatabase, type TemporaryDatabase } from './databases.js'
import { Child } from './processes/child.js'
import type {
  ClientAnswer,
  ClientOrder,
  ClientQuestion,
  ServerAnswer,
  ServerOrder,
  ServerQuestion,
  ServerReady,
} from './processes/messages.js'
import type { Population, Target } from './targets/target.js'

export type ServerProcess = Child<ServerQuestion, ServerAnswer>
export type ClientProcess = Child<ClientQuestion, ClientAnswer>

export interface TrialSettings {
  readonly target: Target
  readonly milliseconds: number
  readonly postgresUrl: string | undefined
  /** Where the server's CPU profile of the measured time goes. */
  readonly profileFile: string | undefined
}

const openTrials = new Set<Trial>()

/** For when everything has to end at once. */
export async function endOpenTrials(): Promise<void> {
  await Promise.all([...openTrials].map((trial) => trial.end()))
}

/** One target under one workload: its processes and its databases, all gone when it is over. */
export class Trial {
  readonly milliseconds: number
  readonly profileFile: string | undefined
  readonly #settings: TrialSettings
  readonly #clients: ClientProcess[] = []
  readonly #servers: ServerProcess[] = []
  readonly #databases: TemporaryDatabase[] = []

  #ended: Promise<void> | undefined

  constructor(settings: TrialSettings) {
    openTrials.add(this)
    this.#settings = settings
    this.milliseconds = settings.milliseconds
    this.profileFile = settings.profileFile
  }

  /** On an empty database; `null`: nothing is put into it, the server times its own first answer. */
  async startServer(
    population: Population | null,
  ): Promise<{ readonly server: ServerProcess; readonly ready: ServerReady }> {
    const { target, postgresUrl } = this.#settings
    const database = await createDatabase(target, postgresUrl)
    this.#databases.push(database)
    const order: ServerOrder = {
      target: target.name,
      database: { directory: database.directory, postgresUrl: database.postgresUrl },
      population,
    }
    const module = new URL('./processes/server-main.js', import.meta.url)
    const server: ServerProcess = new Child(module, order, ['--expose-gc'])
    this.#servers.push(server)
    return { server, ready: await server.answer('ready') }
  }

  async startClient(load: LoadName, { port, world }: ServerReady): Promise<ClientProcess> {
    const order: ClientOrder = { load, protocol: this.#settings.target.protocol, port, world }
    const client: ClientProcess = new Child(new URL('./processes/client-main.js', import.meta.url), order, [])
    this.#clients.push(client)
    await client.answer('ready')
    return client
  }

  /** Ends all its processes and removes its databases. */
  end(): Promise<void> {
    this.#ended ??= this.#end()
    return this.#ended
  }

  async #end(): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.end()))
    await Promise.all(this.#servers.map((server) => server.end()))
    await Promise.all(this.#databases.map((database) => database.remove()))
    openTrials.delete(this)
  }
}
