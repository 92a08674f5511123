import { invalidField } from '../errors.js'
import type { ValidationRule } from '../validation-rules.js'

/** The options that limit the JSON of a request. */
export interface JsonBounds {
  readonly jsonDepth: number
  readonly jsonKeyCount: number
  readonly jsonKeyBytes: number
}

interface Problem {
  /** Where it is in the value, such as `.event.text`. */
  readonly path: string
  readonly what: string
  readonly rule: ValidationRule
  /** The bound that was passed. */
  readonly limit?: number
}

/**
 * Throws a `validation` error for a value that no request may contain (decisions §1.6, §13): nested too deep, too many
 * or too long keys, NUL, lone surrogates, or numbers that are not finite, or integers that are not exact. `name` stands
 * for the value in the message.
 */
export function checkJson(value: unknown, bounds: JsonBounds, name: string): void {
  const problem = findProblem(value, bounds, bounds.jsonDepth)
  if (problem === undefined) return
  const { path, what, rule, limit } = problem
  throw invalidField({ path: `${name}${path}`, rule, ...(limit !== undefined && { limit }) }, what)
}

/** Minimum length of a text that is scanned. Shorter texts are parsed quickly, however deep they are nested. */
const minScannedLength = 4_096

/**
 * Throws a `validation` error for a JSON text that is nested too deep. Runs before parsing, because parsing such a text
 * takes a hundred times as long as scanning it. Brackets within strings do not count.
 */
export function checkNesting(text: string, { jsonDepth }: JsonBounds, name: string): void {
  if (text.length < minScannedLength) return
  const refuseDeeper = (depth: number) => {
    if (depth > jsonDepth)
      throw invalidField(
        { path: name, rule: 'too_deep', limit: jsonDepth },
        `is nested deeper than ${jsonDepth} levels`,
      )
  }
  walkLevels(text, refuseDeeper, () => undefined)
}

/** Returns the JSON text of an object with every nested object and list replaced by `null`, however deep it is. */
export function shallowJson(text: string): string {
  let shallow = ''
  let from = 0
  const leaveOut = (depth: number, at: number) => {
    if (depth === 2) shallow += `${text.slice(from, at)}null`
  }
  const takeUp = (depth: number, at: number) => {
    if (depth === 1) from = at + 1
  }
  const depth = walkLevels(text, leaveOut, takeUp)
  return depth > 1 ? shallow : shallow + text.slice(from)
}

type OnLevel = (depth: number, at: number) => void

/** Calls the listeners for each bracket outside of strings, with the depth after it. Returns the depth at the end. */
function walkLevels(text: string, onOpen: OnLevel, onClose: OnLevel): number {
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case quote:
        at = endOfString(text, at)
        break
      case openBrace:
      case openBracket:
        depth += 1
        onOpen(depth, at)
        break
      case closeBrace:
      case closeBracket:
        depth -= 1
        onClose(depth, at)
    }
  }
  return depth
}

const [quote, backslash] = [0x22, 0x5c]
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d]

/**
 * Returns the index of the quote that ends the string starting at `start`, or the length of the text when the string
 * does not end.
 */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit === quote) return at
    if (unit === backslash) at += 1
  }
  return text.length
}

/**
 * Returns the first problem of the value. The path is built only while returning from a problem, so a valid request
 * creates no garbage.
 */
function findProblem(value: unknown, bounds: JsonBounds, levelsLeft: number): Problem | undefined {
  if (typeof value === 'string') return wrongHere('wrong_format', textProblem(value))
  if (typeof value === 'number') return wrongHere('wrong_format', numberProblem(value))
  if (!isObject(value)) return wrongHere('wrong_type', scalarProblem(value))
  if (levelsLeft === 0) {
    const { jsonDepth: limit } = bounds
    return { path: '', rule: 'too_deep', limit, what: `is nested deeper than ${limit} levels` }
  }
  return Array.isArray(value)
    ? findInArray(value, bounds, levelsLeft - 1)
    : findInObject(value, bounds, levelsLeft - 1)
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function wrongHere(rule: ValidationRule, what: string | undefined): Problem | undefined {
  return what === undefined ? undefined : { path: '', rule, what }
}

function findInArray(items: readonly unknown[], bounds: JsonBounds, levelsLeft: number): Problem | undefined {
  for (let index = 0; index < items.length; index += 1) {
    const problem = findProblem(items[index], bounds, levelsLeft)
    if (problem !== undefined) return { ...problem, path: `[${index}]${problem.path}` }
  }
  return undefined
}

function findInObject(
  value: Readonly<Record<string, unknown>>,
  bounds: JsonBounds,
  levelsLeft: number,
): Problem | undefined {
  const keys = Object.keys(value)
  if (keys.length > bounds.jsonKeyCount) {
    const { jsonKeyCount: limit } = bounds
    return { path: '', rule: 'too_many', limit, what: `has more than ${limit} keys` }
  }
  for (const key of keys) {
    const wrongKey = keyProblem(key, bounds)
    if (wrongKey !== undefined) return { ...wrongKey, what: `has a key that ${wrongKey.what}` }
    const problem = findProblem(value[key], bounds, levelsLeft)
    if (problem !== undefined) return { ...problem, path: `.${key}${problem.path}` }
  }
  return undefined
}

function textProblem(text: string): string | undefined {
  if (text.includes('\0')) return 'contains a NUL character'
  return text.isWellFormed() ? undefined : 'contains a lone surrogate'
}

function numberProblem(value: number): string | undefined {
  if (!Number.isFinite(value)) return 'is not a finite number'
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? 'is beyond ±(2^53−1)' : undefined
}

/**
 * Returns the problem of a value that is no text, number or object. In-process callers can pass values that JSON does
 * not have.
 */
function scalarProblem(value: unknown): string | undefined {
  return value === null || value === undefined || typeof value === 'boolean'
    ? undefined
    : 'is not a JSON value'
}

function keyProblem(key: string, { jsonKeyBytes: limit }: JsonBounds): Problem | undefined {
  const isLong = key.length > limit || utf8Length(key, limit) > limit
  if (isLong) return { path: '', rule: 'too_long', limit, what: `is longer than ${limit} bytes` }
  return wrongHere('wrong_format', textProblem(key))
}

/**
 * Returns the length of the text in bytes of UTF-8. A UTF-16 unit takes at most three bytes, so only keys near the
 * bound are counted exactly.
 */
function utf8Length(text: string, bound: number): number {
  if (text.length * 3 <= bound) return text.length
  let bytes = 0
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0
    bytes += codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4
  }
  return bytes
}
