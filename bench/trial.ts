import type { LoadName } from './clients/loads.js'
import { cores } from './cores.js'
import { countRows, createDatabase, type TemporaryDatabase, tidy } from './databases.js'
import { Child } from './processes/child.js'
import type {
  ClientAnswer,
  ClientOrder,
  ClientQuestion,
  SeedAnswer,
  SeedOrder,
  ServerAnswer,
  ServerOrder,
  ServerQuestion,
  ServerReady,
} from './processes/messages.js'
import type { Population, Target, World } from './targets/target.js'

export type ServerProcess = Child<ServerQuestion, ServerAnswer>
export type ClientProcess = Child<ClientQuestion, ClientAnswer>
type SeedProcess = Child<never, SeedAnswer>

/** A server, and who may talk to it. */
export interface StartedServer {
  readonly server: ServerProcess
  readonly ready: ServerReady
  readonly world: World
  readonly order: ServerOrder
  /** Rows of messages in its database. */
  countMessages(): Promise<number>
}

const nobody: World = { licenseId: 0, agentTokens: [], customerTokens: [], chatIds: [] }

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
  readonly #seeders: SeedProcess[] = []
  readonly #databases: TemporaryDatabase[] = []

  #ended: Promise<void> | undefined

  constructor(settings: TrialSettings) {
    openTrials.add(this)
    this.#settings = settings
    this.milliseconds = settings.milliseconds
    this.profileFile = settings.profileFile
  }

  /** `null`: on an empty database, and the server times its own first answer. */
  async startServer(population: Population | null): Promise<StartedServer> {
    const { target, postgresUrl } = this.#settings
    const database = await createDatabase(target, postgresUrl)
    this.#databases.push(database)
    const place = { directory: database.directory, postgresUrl: database.postgresUrl }
    const world =
      population === null ? nobody : await this.#seed({ target: target.name, database: place, population })
    const seeded = population && { population, world }
    return this.#serve({ target: target.name, database: place, seeded })
  }

  /** The same server, with the same database, in another process. */
  async restartServer({ server, order }: StartedServer): Promise<StartedServer> {
    await server.ask({ kind: 'stop' }, 'done')
    await server.end()
    return this.#serve(order)
  }

  async #serve(order: ServerOrder): Promise<StartedServer> {
    const module = new URL('./processes/server-main.js', import.meta.url)
    const server: ServerProcess = new Child(module, order, ['--expose-gc'], cores?.server)
    this.#servers.push(server)
    const ready = await server.answer('ready')
    const { target } = this.#settings
    const world = order.seeded?.world ?? nobody
    return { server, ready, world, order, countMessages: () => countRows(target, order.database) }
  }

  async startClient(load: LoadName, { ready, world }: StartedServer): Promise<ClientProcess> {
    const { protocol } = this.#settings.target
    const order: ClientOrder = { load, protocol, port: ready.port, world }
    const module = new URL('./processes/client-main.js', import.meta.url)
    const client: ClientProcess = new Child(module, order, [], cores?.load)
    this.#clients.push(client)
    await client.answer('ready')
    return client
  }

  /** Ends all its processes and removes its databases. */
  end(): Promise<void> {
    this.#ended ??= this.#end()
    return this.#ended
  }

  async #seed(order: SeedOrder): Promise<World> {
    const module = new URL('./processes/seed-main.js', import.meta.url)
    const seeder: SeedProcess = new Child(module, order, [])
    this.#seeders.push(seeder)
    const { world } = await seeder.answer('seeded')
    await seeder.end()
    await tidy(order.database)
    return world
  }

  async #end(): Promise<void> {
    await Promise.all([...this.#clients, ...this.#seeders].map((child) => child.end()))
    await Promise.all(this.#servers.map((server) => server.end()))
    await Promise.all(this.#databases.map((database) => database.remove()))
    openTrials.delete(this)
  }
}
