import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from './page.js'

/** Folder of the OpenAPI documents that `npm run docs` has written. */
const folder = fileURLToPath(new URL('../../../docs/openapi/', import.meta.url))
const apiOrder = ['customer', 'agent', 'configuration']

/** Returns the OpenAPI documents, and a list of them, by path. The page at `/reference` reads both. */
export async function referencePages(): Promise<ReadonlyMap<string, Page>> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json')).toSorted(byApiThenNewest)
  const list = Buffer.from(JSON.stringify(files.map(entryOf)))
  return new Map([
    ...files.map((file) => [`/openapi/${file}`, json(() => readFile(`${folder}${file}`))] as const),
    ['/openapi/index.json', json(async () => list)],
  ])
}

function json(read: Page['read']): Page {
  return { contentType: 'application/json; charset=utf-8', read }
}

/**
 * Returns the list entry of a file: `customer-v0.5.json` becomes `{ id: 'customer-v0.5', name: 'Customer API', version:
 * 'v0.5', … }`.
 */
function entryOf(file: string) {
  const id = file.replace('.json', '')
  const [api = '', version = ''] = id.split('-')
  const name = `${api.charAt(0).toUpperCase()}${api.slice(1)} API`
  return { id, name, version, path: `/openapi/${file}` }
}

function byApiThenNewest(one: string, other: string): number {
  const place = (name: string) => apiOrder.findIndex((api) => name.startsWith(api))
  return place(one) - place(other) || (one > other ? -1 : 1)
}
