import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** Matches comments, which may contain a word after "from". */
const comment = /^\s*\/\*[\s\S]*?\*\//gm
const imported = /(?:from\s+|import\(|import\s+|types=)['"]([^'"]+)['"]/g

/** Returns the packages that the declarations of an installed package import, starting from its entries. */
export function declaredModules(folder: string, entries: readonly string[]): readonly string[] {
  const found = new Set<string>()
  const seen = new Set<string>()
  const waiting = entries.map((entry) => normalize(entry))
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue
    seen.add(path)
    const text = readFileSync(join(folder, path), 'utf8').replaceAll(comment, '')
    for (const [, name = ''] of text.matchAll(imported)) {
      if (name.startsWith('.')) waiting.push(join(dirname(path), name).replace(/\.js$/, '.d.ts'))
      else if (!name.startsWith('node:')) found.add(packageOf(name))
    }
  }
  return [...found].toSorted()
}

/**
 * Returns whether a package that `folder` depends on is installed and has types, either its own or those of an
 * installed `@types` package.
 */
export function hasTypes(folder: string, name: string, installed: readonly string[]): boolean {
  if (installed.includes(typesOf(name))) return true
  return installed.includes(name) && saysTypes(installedFolder(folder, name))
}

/**
 * Returns the folder of a package. Looks for it like Node.js does, because npm nests a package whose version differs
 * from the one at the top.
 */
function installedFolder(from: string, name: string): string {
  const candidate = join(from, 'node_modules', name)
  if (existsSync(candidate)) return candidate
  const parent = dirname(from)
  if (parent === from) throw new Error(`${name} is not installed`)
  return installedFolder(parent, name)
}

function saysTypes(folder: string): boolean {
  const manifest: Readonly<Record<string, unknown>> = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  )
  const exported = JSON.stringify(manifest.exports ?? {})
  if ('types' in manifest || 'typings' in manifest || exported.includes('.d.')) return true
  // The compiler also finds declarations next to an exported module.
  const modules = [...exported.matchAll(/"(\.\/[^"]+)\.js"/g)].map(([, path = '']) => path)
  return ['index', ...modules].some((path) => existsSync(join(folder, `${path}.d.ts`)))
}

function packageOf(name: string): string {
  const [first = '', second = ''] = name.split('/')
  return first.startsWith('@') ? `${first}/${second}` : first
}

function typesOf(name: string): string {
  return `@types/${name.replace('@', '').replace('/', '__')}`
}
