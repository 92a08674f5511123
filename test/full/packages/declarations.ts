import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

const imported = /(?:from\s+|import\(|import\s+|types=)['"]([^'"]+)['"]/g

/** Packages that the declarations of an installed package name, from its entries on through all that they import. */
export function declaredModules(folder: string, entries: readonly string[]): readonly string[] {
  const found = new Set<string>()
  const seen = new Set<string>()
  const waiting = entries.map((entry) => normalize(entry))
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue
    seen.add(path)
    for (const [, name = ''] of readFileSync(join(folder, path), 'utf8').matchAll(imported)) {
      if (name.startsWith('.')) waiting.push(join(dirname(path), name).replace(/\.js$/, '.d.ts'))
      else if (!name.startsWith('node:')) found.add(packageOf(name))
    }
  }
  return [...found].toSorted()
}

/** Whether a package is installed with the one that names it, and says its types itself or by another such package. */
export function hasTypes(project: string, name: string, installed: readonly string[]): boolean {
  if (installed.includes(typesOf(name))) return true
  return installed.includes(name) && saysTypes(join(project, 'node_modules', name))
}

function saysTypes(folder: string): boolean {
  const manifest: Readonly<Record<string, unknown>> = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  )
  const says =
    'types' in manifest || 'typings' in manifest || JSON.stringify(manifest.exports ?? {}).includes('.d.')
  return says || existsSync(join(folder, 'index.d.ts'))
}

function packageOf(name: string): string {
  const [first = '', second = ''] = name.split('/')
  return first.startsWith('@') ? `${first}/${second}` : first
}

function typesOf(name: string): string {
  return `@types/${name.replace('@', '').replace('/', '__')}`
}
