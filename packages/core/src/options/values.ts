import { type TInteger, type TProperties, Type } from 'typebox'
import { formKeyword } from '../contract/limits.js'
import { parseRange } from '../domain/addresses.js'

/** Returns the schema of a group of options. Names that it does not contain are rejected. */
export function group<P extends TProperties>(properties: P) {
  return Type.Object(properties, { additionalProperties: false, default: {} })
}

/** The default and the bounds of an integer option, both bounds included. The unit is part of the option's name. */
interface Range {
  readonly default: number
  readonly minimum: number
  readonly maximum: number
}

/** The schema of an integer option. */
export type IntegerOption = TInteger & Range

/** Returns the schema of an integer option. */
export function integer(range: Range): IntegerOption {
  return Object.assign(Type.Integer(), range)
}

export const daySeconds = 86_400
export const hourMs = 3_600_000
export const dayMs = 24 * hourMs
export const mebibyte = 1_048_576

const unlimited = Number.POSITIVE_INFINITY

/** An option that is a positive integer, or `Infinity` for no limit, which is the default. */
export const countOrInfinity = Type.Refine(
  Type.Unsafe<number>({ default: unlimited, [formKeyword]: 'a positive integer or `Infinity`' }),
  (count) => count === unlimited || (Number.isInteger(count) && count > 0),
  () => 'must be a positive integer or Infinity',
)

const origin = Type.Refine(
  Type.String(),
  (text) => URL.canParse(text) && new URL(text).origin === text,
  () => 'must be an origin such as https://example.com',
)

/** Schema of the option `corsOrigins`. */
export const corsOrigins = Type.Union([Type.Literal('*'), Type.Immutable(Type.Array(origin))], {
  default: '*',
})

const key = Type.Refine(
  Type.String(),
  (text) => /^[A-Za-z0-9+/_-]{43}=?$/.test(text),
  () => 'must be 32 bytes as base64, such as openssl rand -base64 32 makes',
)

/** Schema of the option `encryptionKeys`. */
export const encryptionKeys = Type.Immutable(Type.Array(key, { maxItems: 10, default: [] }))

/** Parses a base address. A path without an origin is resolved against `http://localhost`. */
export function parseBaseUrl(baseUrl: string): URL {
  return new URL(absolute(baseUrl))
}

function absolute(baseUrl: string): string {
  return baseUrl.replace(/^\//, 'http://localhost/')
}

function isHttp(baseUrl: string): boolean {
  return ['http:', 'https:'].includes(parseBaseUrl(baseUrl).protocol)
}

function isPlain(baseUrl: string): boolean {
  const { search, hash, username } = parseBaseUrl(baseUrl)
  return search === '' && hash === '' && username === ''
}

const url = Type.Refine(
  Type.String({ default: '/', maxLength: 512 }),
  (text) => URL.canParse(absolute(text)),
  () => 'must be an absolute URL or a path',
)
const plainUrl = Type.Refine(url, isPlain, () => 'must have no user, query or fragment')

/** Schema of the option `baseUrl`. */
export const baseUrl = Type.Refine(plainUrl, isHttp, () => 'must be http or https')

const network = Type.Refine(
  Type.String(),
  (text) => parseRange(text) !== undefined,
  () => 'must be an address or a network such as 10.0.0.0/8',
)

/** Schema of the option `trustProxy`. */
export const trustProxy = Type.Union(
  [Type.Integer({ minimum: 0, maximum: 100 }), Type.Immutable(Type.Array(network))],
  { default: 0 },
)
