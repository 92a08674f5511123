import type { Api, ApiVersion } from '../../packages/core/src/contract/versions.js'

/** A request that an engine was asked, and what it answered. */
export interface ActionExample {
  readonly api: Api
  readonly name: string
  readonly version: ApiVersion
  /** Who asked, as `parley.as` takes it. */
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

/** What was sent because of an action. */
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
/** Logins are unique over all licenses, so those of tests name theirs. */
const login = /\b([a-z]+)-\d+@/gi
const token = /"(?:pla|plc)_[\w-]+"/g
/** What files and images are called. */
/** Of an app. */
const clientId = /\b[0-9a-f]{32}\b/g
const fileKey = /\b[0-9a-f]{64}\b/g
const signature = /(?<=signature=)[\w-]+/g

/** The same with ids that are the same each time, in the order in which they come, and without secrets. */
export function withPlainIds(recording: Recording): Recording {
  const text = JSON.stringify(recording)
    .replace(uuid, numbered('019b76da-a800-7000-8000-', 12))
    .replace(fileKey, numbered('', 64))
    .replace(clientId, numbered('', 32))
    .replace(signature, '<signature>')
    .replace(token, '"<token>"')
  return JSON.parse(text.replace(login, '$1@'))
}

/** Each different text by its number, of so many digits, after the same beginning. */
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
