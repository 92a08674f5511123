import { readdir, readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'

const directory = fileURLToPath(new URL('../public/', import.meta.url))

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

export interface Page {
  readonly contentType: string
  read(): Promise<Buffer>
}

/** The page at exactly this path, or none: no part of a request ever becomes part of a file name. */
export type Pages = (path: string) => Page | undefined

/** Files are read at each request, so that an edit needs a reload of the page only. */
export async function openPages(deskPaths: readonly string[]): Promise<Pages> {
  const pages = new Map<string, Page>()
  for (const name of await readdir(directory)) {
    const contentType = contentTypes[extname(name)]
    if (contentType === undefined) continue
    const page: Page = { contentType, read: () => readFile(`${directory}${name}`) }
    for (const path of pathsOf(name, deskPaths)) pages.set(path, page)
  }
  return (path) => pages.get(path)
}

function pathsOf(name: string, deskPaths: readonly string[]): readonly string[] {
  if (name === 'shop.html') return ['/']
  if (name === 'desk.html') return deskPaths
  return [`/${name}`]
}
