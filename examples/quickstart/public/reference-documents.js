import { operationsOf } from './openapi-operations.js'

const TIMEOUT_MS = 10_000

/** Loads each OpenAPI document when it is first shown, and keeps it. */
export class ReferenceDocuments {
  #list
  #loaded = new Map()

  /**
   * Returns what `place` names: a document (`agent-v0.4`), or an action or webhook of one (`agent-v0.4/send_event`).
   * An unknown document becomes the first one. For an unknown action, `missingId` is set.
   */
  async open(place) {
    const apis = await this.#apis()
    const [documentId, ...rest] = place.split('/')
    const id = rest.join('/')
    const api = apis.find((one) => one.id === documentId) ?? apis[0]
    const document = await this.#document(api)
    const operations = operationsOf(document)
    const operation = operations.find((one) => one.id === id)
    const missingId = id === '' || operation !== undefined ? undefined : id
    return { apis, api, document, operations, operation, missingId }
  }

  /** Returns the documents, newest version first within each API, as `{id, name, version, path}`. */
  async #apis() {
    this.#list ??= await fetchJson('/openapi/index.json')
    return this.#list
  }

  async #document({ id, path }) {
    if (!this.#loaded.has(id)) this.#loaded.set(id, await fetchJson(path))
    return this.#loaded.get(id)
  }
}

async function fetchJson(path) {
  const response = await fetch(path, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!response.ok) throw new Error(`The server failed (${response.status}).`)
  return response.json()
}
