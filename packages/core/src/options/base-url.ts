import { Type } from 'typebox'

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
