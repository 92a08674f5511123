import { browserValues } from './stored-values.js'

const PREFIX = 'parley.unsent'
/**
 * Maximum number of entries of all users of this browser. A text has at most 16,000 characters, so the browser's quota
 * is not reached.
 */
const MOST_ENTRIES = 100
const LIFETIME_MS = 30 * 86_400_000

/**
 * Unsent texts of a user in one chat, kept in the browser's storage: a draft, and messages that are being sent. A reload,
 * another chat or a closed window does not lose them.
 */
export class Unsent {
  #userId
  #chatId

  constructor(userId, chatId) {
    this.#userId = userId
    this.#chatId = chatId
  }

  /** `{text, recipients}`, or `undefined` when there is no draft. */
  get draft() {
    return browserValues.get(this.#name('draft'))
  }

  keepDraft(text, recipients) {
    const name = this.#name('draft')
    if (text.trim() === '') browserValues.remove(name)
    else keep(name, { text, recipients, writtenAt: Date.now() })
  }

  /** `{key, content, recipients, writtenAt}`, the oldest first. */
  get messages() {
    return namesOf(this.#userId, this.#chatId, 'message')
      .flatMap((name) => browserValues.get(name) ?? [])
      .map(ofThisVersion)
      .sort((a, b) => a.writtenAt - b.writtenAt)
  }

  keepMessage({ key, content, recipients, writtenAt }) {
    keep(this.#name('message', key), { key, content, recipients, writtenAt })
  }

  dropMessage(key) {
    browserValues.remove(this.#name('message', key))
  }

  #name(...slot) {
    return nameOf(this.#userId, this.#chatId, ...slot)
  }
}

/** Converts a message of an earlier version of this page, which kept only its text. */
function ofThisVersion({ text, content = { type: 'message', text }, ...message }) {
  return { ...message, content }
}

export function forgetUnsent(userId) {
  for (const name of namesOf(userId)) browserValues.remove(name)
}

function nameOf(...path) {
  return PREFIX + JSON.stringify(path)
}

/** Returns the storage keys that begin with this path. */
function namesOf(...path) {
  const beginning = path.length === 0 ? PREFIX : `${nameOf(...path).slice(0, -1)},`
  return browserValues.names().filter((name) => name.startsWith(beginning))
}

function keep(name, entry) {
  if (browserValues.get(name) === undefined) makeRoom()
  browserValues.set(name, entry)
}

/** Removes the oldest entries to make space for a new one. */
function makeRoom() {
  const entries = namesOf().map((name) => ({ name, writtenAt: 0, ...browserValues.get(name) }))
  entries.sort((a, b) => b.writtenAt - a.writtenAt)
  const expired = entries.filter(
    ({ writtenAt }, index) => index >= MOST_ENTRIES - 1 || writtenAt < Date.now() - LIFETIME_MS,
  )
  for (const { name } of expired) browserValues.remove(name)
}
