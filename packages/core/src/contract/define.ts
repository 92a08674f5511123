import type { Static, TSchema } from 'typebox'
import type { Scope } from './scopes.js'
import type { SpecSection } from './spec.js'
import type { Api, ApiVersion } from './versions.js'

export type Transport = 'web' | 'rtm'

/** Names a field of a payload that is a file. */
export type Upload = 'file' | 'image'

/** A shape that differs between versions of an API: one schema for each version that has the action or push. */
export interface ByVersion<Schemas extends SchemasByVersion = SchemasByVersion> {
  readonly byVersion: Schemas
}

type SchemasByVersion = Readonly<Partial<Record<ApiVersion, TSchema>>>

export type Versioned = TSchema | ByVersion

export function byVersion<const Schemas extends SchemasByVersion>(schemas: Schemas): ByVersion<Schemas> {
  return { byVersion: schemas }
}

/** The schema of one version; a `TypeError` when the contract forgot it, since no caller can cause that. */
export function schemaFor(versioned: Versioned, version: ApiVersion): TSchema {
  if (!isByVersion(versioned)) return versioned
  const schema = versioned.byVersion[version]
  if (schema === undefined) throw new TypeError(`The contract has no schema for version ${version}`)
  return schema
}

function isByVersion(versioned: Versioned): versioned is ByVersion {
  return 'byVersion' in versioned
}

type StaticOf<S, V extends ApiVersion> =
  S extends ByVersion<infer Schemas>
    ? StaticOf<Schemas[keyof Schemas & V], V>
    : S extends TSchema
      ? Static<S>
      : never

/**
 * One action of one API. Dispatch, the scope table, the types and the reference documentation are derived from
 * these entries. Two entries may share a name when they serve different versions.
 */
export interface ActionContract<
  Request extends Versioned = Versioned,
  Response extends Versioned = Versioned,
  A extends Api = Api,
> {
  /** As on the wire, e.g. `send_event`. */
  readonly name: string
  /** What it does, in a sentence or two for the reference (Markdown). */
  readonly summary: string
  /** The section that documents it; schemas within may name others (`spec.ts`). */
  readonly spec: SpecSection
  readonly api: A
  readonly versions: readonly ApiVersion<A>[]
  readonly transports: readonly Transport[]
  /**
   * The field of the payload that is a file: then the request is `multipart/form-data`, over HTTP alone (spec chat.md
   * "Transports and envelopes"). Its schema is that of what the engine has kept of the file.
   */
  readonly upload?: Upload | undefined
  /**
   * The pushes that answer it, by their newest names, in the order in which they are looked for: on the connection that has
   * asked, the first of them that it causes has its `request_id` (decisions §5.4). Default: none.
   */
  readonly pushes?: readonly string[] | undefined
  /** Alternatives: any one that covers the chat suffices (decisions §5.3). Empty: no permission needed. */
  readonly scopes: readonly Scope[]
  readonly request: Request
  readonly response: Response
}

/** Where an action is served; known by its type alone too, from which the in-process methods follow. */
export interface Availability<A extends Api> {
  readonly versions: readonly ApiVersion<A>[]
  readonly transports: readonly Transport[]
  readonly upload?: Upload | undefined
}

export function defineAction<
  const A extends Api,
  Request extends Versioned,
  Response extends Versioned,
  const R extends Availability<A>,
>(
  action: ActionContract<Request, Response, A> & R,
): ActionContract<Request, Response, A> & Pick<R, keyof R & keyof Availability<A>> {
  return Object.freeze(action)
}

/** In any of these versions. */
export type RequestOf<C, V extends ApiVersion = ApiVersion> =
  C extends ActionContract<infer Request, Versioned, Api> ? StaticOf<Request, V> : never
export type ResponseOf<C, V extends ApiVersion = ApiVersion> =
  C extends ActionContract<Versioned, infer Response, Api> ? StaticOf<Response, V> : never

/** One push of one API. */
export interface PushContract<Payload extends Versioned = Versioned, A extends Api = Api> {
  /** As on the wire, e.g. `incoming_event`. */
  readonly name: string
  /** What newer versions call the same push, where that is another name. */
  readonly newerName?: string
  /** What has happened, and who hears of it, in a sentence or two for the reference (Markdown). */
  readonly summary: string
  /** The section that documents it; schemas within may name others (`spec.ts`). */
  readonly spec: SpecSection
  readonly api: A
  readonly versions: readonly ApiVersion<A>[]
  readonly payload: Payload
}

export function definePush<const A extends Api, Payload extends Versioned>(
  push: PushContract<Payload, A>,
): PushContract<Payload, A> {
  return Object.freeze(push)
}

export type PayloadOf<P> = P extends PushContract<infer Payload, Api> ? StaticOf<Payload, ApiVersion> : never
