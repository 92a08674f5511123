import type { Api, ApiVersion } from '../../packages/core/src/contract/versions.js'

/** A request that was sent to an engine, and its response. */
export interface ActionExample {
  readonly api: Api
  readonly name: string
  readonly version: ApiVersion
  /** The caller, in the form that `parley.as` accepts. */
  readonly caller: Readonly<Record<string, string>>
  readonly payload?: unknown
  readonly answer: unknown
}

/** A push that an engine sent. */
export interface PushExample {
  readonly api: Api
  readonly name: string
  readonly version: ApiVersion
  readonly payload: unknown
}

/** An action, and a push that was sent because of it. */
export interface Cause {
  readonly action: Named
  readonly push: Named
}

export interface Named {
  readonly api: Api
  readonly name: string
}

export interface Recording {
  readonly actions: readonly ActionExample[]
  readonly pushes: readonly PushExample[]
  readonly causes: readonly Cause[]
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g
/** Matches a login with the number of its license. Logins are unique over all licenses, so tests add that number. */
const login = /\b([a-z]+)-\d+@/gi
const token = /"(?:pla|plc)_[\w-]+"/g
/** Matches the client id of an app. */
const clientId = /\b[0-9a-f]{32}\b/g
const fileKey = /\b[0-9a-f]{64}\b/g
const signature = /(?<=signature=)[\w-]+/g

/**
 * Returns the recording with ids numbered in order of appearance, so that they are the same each time, and without
 * secrets.
 */
export function withPlainIds(recording: Recording): Recording {
  const text = JSON.stringify(recording)
    .replace(uuid, numbered('019b76da-a800-7000-8000-', 12))
    .replace(fileKey, numbered('', 64))
    .replace(clientId, numbered('', 32))
    .replace(signature, '<signature>')
    .replace(token, '"<token>"')
  return JSON.parse(text.replace(login, '$1@'))
}

/** Returns a function that replaces each different text by `beginning` and its number, padded to `digits`. */
function numbered(beginning: string, digits: number): (text: string) => string {
  const known = new Map<string, string>()
  return (text) => {
    const number = known.get(text) ?? `${beginning}${String(known.size + 1).padStart(digits, '0')}`
    known.set(text, number)
    return number
  }
}

export function isSameName(one: Named, other: Named): boolean {
  return one.api === other.api && one.name === other.name
}
