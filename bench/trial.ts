import type { LoadName } from './clients/loads.js'
import { coreOfNode, cores } from './cores.js'
import { countRows, createDatabase, type DatabaseServers, type TemporaryDatabase, tidy } from './databases.js'
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

/** A running server, and the users who may connect to it. */
export interface StartedServer {
  readonly server: ServerProcess
  readonly ready: ServerReady
  /** Further nodes on the same database. */
  readonly others: readonly StartedNode[]
  readonly world: World
  readonly order: ServerOrder
  /** Counts the stored messages in the server's database. */
  countMessages(): Promise<number>
}

export interface StartedNode {
  readonly server: ServerProcess
  readonly ready: ServerReady
}

const nobody: World = { licenseId: 0, agentTokens: [], customerTokens: [], chatIds: [] }

export interface TrialSettings extends DatabaseServers {
  readonly target: Target
  readonly milliseconds: number
  /** File for the server's CPU profile of the measured time. */
  readonly profileFile: string | undefined
}

const openTrials = new Set<Trial>()

/** Ends all running trials, for when the benchmark is interrupted. */
export async function endOpenTrials(): Promise<void> {
  await Promise.all([...openTrials].map((trial) => trial.end()))
}

/** One target under one workload. Ending it also ends its processes and removes its databases. */
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

  /**
   * Starts a server on a database with this population. With `null` the database is empty, and the server measures the
   * time to its first response.
   */
  async startServer(population: Population | null): Promise<StartedServer> {
    const { target } = this.#settings
    const database = await createDatabase(target, this.#settings)
    this.#databases.push(database)
    const { remove: _, ...place } = database
    const world =
      population === null ? nobody : await this.#seed({ target: target.name, database: place, population })
    const seeded = population && { population, world }
    return this.#serve({ target: target.name, database: place, seeded })
  }

  /** Starts a server and `otherCount` further nodes, all on one database. */
  async startNodes(population: Population, otherCount: number): Promise<StartedServer> {
    const started = await this.startServer(population)
    const others: StartedNode[] = []
    while (others.length < otherCount) others.push(await this.#startProcess(started.order, 1 + others.length))
    return { ...started, others }
  }

  /** Stops the server and starts it on the same database in another process. */
  async restartServer({ server, order }: StartedServer): Promise<StartedServer> {
    await server.ask({ kind: 'stop' }, 'done')
    await server.end()
    return this.#serve(order)
  }

  async #serve(order: ServerOrder): Promise<StartedServer> {
    const { server, ready } = await this.#startProcess(order, 0)
    const { target } = this.#settings
    const world = order.seeded?.world ?? nobody
    const countMessages = () => countRows(target, order.database)
    return { server, ready, others: [], world, order, countMessages }
  }

  async #startProcess(order: ServerOrder, index: number): Promise<StartedNode> {
    const module = new URL('processes/server-main.js', import.meta.url)
    const server: ServerProcess = new Child(module, order, ['--expose-gc'], cores && coreOfNode(cores, index))
    this.#servers.push(server)
    return { server, ready: await server.answer('ready') }
  }

  async startClient(load: LoadName, { ready, others, world }: StartedServer): Promise<ClientProcess> {
    const { protocol } = this.#settings.target
    const otherPorts = others.map((node) => node.ready.port)
    const order: ClientOrder = { load, protocol, port: ready.port, otherPorts, world }
    const module = new URL('processes/client-main.js', import.meta.url)
    const client: ClientProcess = new Child(module, order, [], cores?.load)
    this.#clients.push(client)
    await client.answer('ready')
    return client
  }

  /** Ends all processes of the trial and removes its databases. */
  end(): Promise<void> {
    this.#ended ??= this.#end()
    return this.#ended
  }

  async #seed(order: SeedOrder): Promise<World> {
    const module = new URL('processes/seed-main.js', import.meta.url)
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
