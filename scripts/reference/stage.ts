import { memoryFiles } from '@parley/core'
import { memoryStorage } from '@parley/storage-memory'
import { apis } from '../../packages/core/src/contract/apis.js'
import type { Api, ApiVersion } from '../../packages/core/src/contract/versions.js'
import { TestEngine } from '../../test/support/engine.js'
import { type FilePart, formOf, type Part, postForm } from '../../test/support/forms.js'
import type { RtmClient } from '../../test/support/rtm-client.js'
import { newestVersion, type Person, type World } from '../../test/support/world.js'
import { actionEntries, variantIn } from './entries.js'
import {
  type ActionExample,
  type Cause,
  isSameName,
  type Named,
  type PushExample,
  type Recording,
  withPlainIds,
} from './recording.js'

/** Address of the service in the examples. */
const baseUrl = 'https://chat.example.com/'

const newestConfiguration: ApiVersion<'configuration'> = apis.configuration.newestVersion

/** The ways to call an action. */
export type CallMethod = 'http' | 'real-time' | 'in-process'

export interface NamedFile extends FilePart {
  readonly name: string
  /** Name of the file's field in the payload. */
  readonly field: string
}

/** A person with a connection that receives pushes. */
export interface Player {
  readonly person: Person
  readonly connection: RtmClient
}

/** An engine with several persons who play a scene. Records their requests and the pushes they receive. */
export class Stage {
  readonly engine: TestEngine
  readonly world: World
  readonly #way: CallMethod
  readonly #players: Player[] = []
  readonly #actions: ActionExample[] = []
  readonly #pushes: PushExample[] = []
  readonly #causes: Cause[] = []

  private constructor(engine: TestEngine, world: World, callMethod: CallMethod) {
    this.engine = engine
    this.world = world
    this.#way = callMethod
  }

  static async open(callMethod: CallMethod): Promise<Stage> {
    const storage = async () => ({ open: memoryStorage, remove: async () => {} })
    const engine = await TestEngine.start(storage, { files: memoryFiles(), baseUrl })
    return new Stage(engine, await engine.world(), callMethod)
  }

  async close(): Promise<Recording> {
    for (const { connection } of this.#players) if (connection.isOpen) await connection.close()
    await this.engine.stop()
    return withPlainIds({ actions: this.#actions, pushes: this.#pushes, causes: this.#causes })
  }

  /** Connects a person and logs in. */
  async enter(person: Person, details: object): Promise<Player> {
    const player = { person, connection: await person.open() }
    const payload = { token: person.token, ...details }
    const answer = await player.connection.succeed('login', payload)
    this.#players.push(player)
    this.#record(person, { name: 'login', version: newestVersion[person.api], payload, answer })
    await this.#collectPushes({ api: person.api, name: 'login' })
    return player
  }

  /** Calls an action and returns the response. Only the first call of an action and version is recorded. */
  async call(player: Player, name: string, payload?: object, version?: ApiVersion): Promise<unknown> {
    const { api } = player.person
    const request = { name, version: version ?? newestVersion[api], payload }
    const answer = await this.#ask(player, request)
    this.#record(player.person, { ...request, answer })
    await this.#collectPushes({ api, name })
    this.engine.clock.advance(1_000)
    return answer
  }

  /** Calls an action of the Configuration API; only its first call is recorded. */
  async configure(
    { person }: Player,
    name: string,
    payload: object,
    version = newestConfiguration,
  ): Promise<unknown> {
    const isInProcess = this.#way === 'in-process' && version === newestConfiguration
    const answer = isInProcess
      ? await this.#askInProcess(person, 'configuration', name, payload)
      : await person.configuration(version).succeed(name, payload)
    this.#recordOf('configuration', person, { name, version, payload, answer })
    this.engine.clock.advance(1_000)
    return answer
  }

  /** Uploads a file in a field of a form, with other fields. Uploads always use HTTP. */
  async upload(player: Player, name: string, file: NamedFile, fields: object = {}): Promise<unknown> {
    const { person } = player
    const parts: Part[] = Object.entries(fields).map(([field, value]) => [`payload.${field}`, String(value)])
    parts.push([`payload.${file.field}`, file])
    const { status, body: answer } = await postForm(person, name, formOf(parts))
    if (status !== 200) throw new Error(`${name} was refused: ${JSON.stringify(answer)}`)
    const payload = { ...fields, [file.field]: file.name }
    this.#record(person, { name, version: newestVersion[person.api], payload, answer })
    await this.#collectPushes({ api: person.api, name })
    return answer
  }

  /** Records a push on a connection outside the stage: one that the push ends, or one of an older version. */
  async recordPushes(
    { person, connection }: Player,
    name: string,
    { action, version = newestVersion[person.api] }: { action?: Named; version?: ApiVersion } = {},
  ): Promise<void> {
    const push = { api: person.api, name }
    const payload = await connection.push(name)
    this.#recordPush({ ...push, version, payload })
    if (action !== undefined) this.#note({ action, push })
  }

  #ask({ person, connection }: Player, { name, version, payload }: RecordedRequest): Promise<unknown> {
    const isNewest = version === newestVersion[person.api]
    if (isNewest && this.#way === 'real-time') return connection.succeed(name, payload)
    if (isNewest && this.#way === 'in-process') return this.#askInProcess(person, person.api, name, payload)
    return person.web(version).succeed(name, payload)
  }

  async #askInProcess(person: Person, api: Api, name: string, payload: object | undefined): Promise<unknown> {
    const { parley } = this.engine
    const methods =
      api === 'customer' ? parley.as({ customerId: person.id }) : parley.as(agentOf(api, person))
    const method: unknown = Reflect.get(methods, methodOf(api, name))
    if (typeof method !== 'function') throw new TypeError(`${name} is not there in process`)
    return Reflect.apply(method, methods, [payload])
  }

  #record(person: Person, request: RecordedRequest & { readonly answer: unknown }): void {
    this.#recordOf(person.api, person, request)
  }

  #recordOf(
    api: Api,
    person: Person,
    { answer, ...request }: RecordedRequest & { readonly answer: unknown },
  ): void {
    const caller = api === 'customer' ? { customerId: person.id } : agentOf(api, person)
    const isKnown = this.#actions.some(
      (other) => isSameName(other, { api, name: request.name }) && other.version === request.version,
    )
    if (!isKnown) this.#actions.push({ api, ...request, caller, answer })
  }

  #recordPush(push: PushExample): void {
    const isNew = !this.#pushes.some((other) => isSameName(other, push))
    if (isNew) this.#pushes.push(push)
  }

  /** Records the pushes that all persons have received because of an action. */
  async #collectPushes(action: Named): Promise<void> {
    for (const { person, connection } of this.#players.filter(({ connection }) => connection.isOpen)) {
      for (const frame of await connection.pushes()) {
        const push = { api: person.api, name: String(frame.action) }
        this.#recordPush({ ...push, version: newestVersion[person.api], payload: frame.payload })
        this.#note({ action, push })
      }
    }
  }

  #note(cause: Cause): void {
    const isKnown = this.#causes.some(
      ({ action, push }) => isSameName(action, cause.action) && isSameName(push, cause.push),
    )
    if (!isKnown) this.#causes.push(cause)
  }
}

/** Returns the caller of an action: for actions of the Configuration API, an agent together with the app. */
function agentOf(api: Api, { id, world }: Person) {
  return api === 'configuration' ? { agentId: id, clientId: world.clientId } : { agentId: id }
}

interface RecordedRequest {
  readonly name: string
  readonly version: ApiVersion
  readonly payload?: object | undefined
}

/** Returns the in-process method name of an action's newest version. */
export function methodOf(api: Api, name: string): string {
  const entry = actionEntries.find((other) => isSameName(other, { api, name }))
  const variant = entry && variantIn(entry, apis[api].newestVersion, ({ contract }) => contract)
  if (variant === undefined) throw new TypeError(`the newest ${api} API has no ${name}`)
  return variant.method
}
