import type { Static, TSchema } from 'typebox'
import type { Scope } from './scopes.js'
import type { SpecSection } from './spec.js'
import type { Api, ApiVersion } from './versions.js'

/** Transport that an action is available on. */
export type Transport = 'web' | 'rtm'

/** Name of a payload field that is a file. */
export type Upload = 'file' | 'image'

/**
 * A shape that differs between versions of an API. It has one schema for each version in which the action or push
 * exists.
 */
export interface ByVersion<Schemas extends SchemasByVersion = SchemasByVersion> {
  readonly byVersion: Schemas
}

type SchemasByVersion = Readonly<Partial<Record<ApiVersion, TSchema>>>

/** A schema of all versions of an API, or one for each version. */
export type Versioned = TSchema | ByVersion

export function byVersion<const Schemas extends SchemasByVersion>(schemas: Schemas): ByVersion<Schemas> {
  return { byVersion: schemas }
}

/**
 * Returns the schema of one version. Throws a `TypeError` when the contract lacks it, because no caller can cause that.
 */
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
 * One action of one API. Dispatch, the scope table, the types and the reference documentation are derived from these
 * entries. Two entries may share a name when they serve different versions.
 */
export interface ActionContract<
  Request extends Versioned = Versioned,
  Response extends Versioned = Versioned,
  A extends Api = Api,
> {
  /** Name on the wire, such as `send_event`. */
  readonly name: string
  /** One or two sentences for the reference about what the action does, in Markdown. */
  readonly summary: string
  /** Section of the specification. Schemas within may name other sections (`spec.ts`). */
  readonly spec: SpecSection
  readonly api: A
  readonly versions: readonly ApiVersion<A>[]
  readonly transports: readonly Transport[]
  /**
   * Payload field that is a file. The request is then `multipart/form-data`, over HTTP only (spec chat.md "Transports
   * and envelopes"). The schema of the field describes the stored file.
   */
  readonly upload?: Upload | undefined
  /**
   * Pushes that answer the action, by their newest names, in the order in which they are searched. On the connection
   * that sent the request, the first of them that the action causes contains its `request_id` (decisions §5.4).
   * Default: none.
   */
  readonly pushes?: readonly string[] | undefined
  /**
   * Alternative token scopes: any one that covers the chat is enough (decisions §5.3). Empty when no permission is
   * needed.
   */
  readonly scopes: readonly Scope[]
  readonly request: Request
  readonly response: Response
}

/**
 * Versions and transports of an action. They are literal types, because the in-process methods are derived from them.
 */
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

/** Request of an action in any of the given versions. */
export type RequestOf<C, V extends ApiVersion = ApiVersion> =
  C extends ActionContract<infer Request, Versioned, Api> ? StaticOf<Request, V> : never
/** Response of an action in one version of its API. */
export type ResponseOf<C, V extends ApiVersion = ApiVersion> =
  C extends ActionContract<Versioned, infer Response, Api> ? StaticOf<Response, V> : never

/** One push of one API. */
export interface PushContract<Payload extends Versioned = Versioned, A extends Api = Api> {
  /** Name on the wire, such as `incoming_event`. */
  readonly name: string
  /** Name of the same push in newer versions, if it differs. */
  readonly newerName?: string
  /** One or two sentences for the reference about what happened and who receives the push, in Markdown. */
  readonly summary: string
  /** Section of the specification. Schemas within may name other sections (`spec.ts`). */
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

/** Payload of a push in one version of its API. */
export type PayloadOf<P> = P extends PushContract<infer Payload, Api> ? StaticOf<Payload, ApiVersion> : never
