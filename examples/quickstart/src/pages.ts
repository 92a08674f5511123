import { readdir, readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleClientModule } from './client-module.js'
import type { Page } from './page.js'
import { referencePages } from './reference.js'

const directory = fileURLToPath(new URL('../public/', import.meta.url))
const CLIENT_MODULE_PATH = '/parley-sign-in.js'

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

const htmlPaths: Readonly<Record<string, string>> = {
  'shop.html': '/',
  'desk.html': '/desk',
  'console.html': '/console',
  'reference.html': '/reference',
  'signed-in.html': '/signed-in',
}

/** Returns the page at exactly this path, or none. No part of a request ever becomes part of a file name. */
export type Pages = (path: string) => Page | undefined

/** Lists the pages. Their files are read at each request, so that an edit shows after a reload. */
export async function openPages(): Promise<Pages> {
  const pages = new Map<string, Page>(await referencePages())
  for (const name of await readdir(directory)) {
    const contentType = contentTypes[extname(name)]
    if (contentType === undefined) continue
    const path = htmlPaths[name] ?? `/${name}`
    pages.set(path, { contentType, read: () => readFile(`${directory}${name}`) })
  }
  const clientModule = await bundleClientModule()
  pages.set(CLIENT_MODULE_PATH, {
    contentType: 'text/javascript; charset=utf-8',
    read: async () => clientModule,
  })
  return (path) => pages.get(path)
}
