import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from './page.js'

/** The OpenAPI documents, as `npm run docs` has written them. */
const folder = fileURLToPath(new URL('../../../docs/openapi/', import.meta.url))
const apiOrder = ['customer', 'agent', 'configuration']

/** What the reference of the APIs reads, by path: the viewer, and the documents with a list of them. */
export async function referencePages(): Promise<ReadonlyMap<string, Page>> {
  const documents = (await readdir(folder)).filter((name) => name.endsWith('.json')).toSorted(byApiThenNewest)
  const list = documents.map((name) => ({ title: titleOf(name), path: `/openapi/${name}` }))
  const pages = documents.map(
    (name) => [`/openapi/${name}`, json(() => readFile(`${folder}${name}`))] as const,
  )
  return new Map([
    ...pages,
    ['/openapi/index.json', json(async () => Buffer.from(JSON.stringify(list)))],
    ['/scalar.js', { contentType: 'text/javascript; charset=utf-8', read: readViewer }],
  ])
}

function json(read: Page['read']): Page {
  return { contentType: 'application/json; charset=utf-8', read }
}

/** Scalar's viewer as one file for the browser, from its package: nothing is loaded from elsewhere. */
function readViewer(): Promise<Buffer> {
  const entry = import.meta.resolve('@scalar/api-reference')
  return readFile(fileURLToPath(new URL('./browser/standalone.js', entry)))
}

/** `customer-v0.5.json` → `Customer API v0.5` */
function titleOf(name: string): string {
  const [api = '', version = ''] = name.replace('.json', '').split('-')
  return `${api.charAt(0).toUpperCase()}${api.slice(1)} API ${version}`
}

function byApiThenNewest(one: string, other: string): number {
  const place = (name: string) => apiOrder.findIndex((api) => name.startsWith(api))
  return place(one) - place(other) || (one > other ? -1 : 1)
}
