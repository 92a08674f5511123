import { posix } from 'node:path'
import { importsOf } from './imports.js'
import type { SourceFile } from './workspace.js'

/**
 * The imports of each file, by its path, including type imports. Tests and files outside the given list are omitted.
 */
export type ImportGraph = ReadonlyMap<string, readonly string[]>

export function importGraphOf(files: readonly SourceFile[]): ImportGraph {
  const sources = files.filter(({ path }) => !path.endsWith('.test.ts'))
  const paths = new Set(sources.map(({ path }) => path))
  return new Map(
    sources.map(({ path, text }) => {
      const targets = importsOf(text)
        .filter(({ specifier }) => specifier.startsWith('.'))
        .map(({ specifier }) => posix.join(posix.dirname(path), specifier).replace(/\.js$/, '.ts'))
      return [path, [...new Set(targets)].filter((target) => paths.has(target))]
    }),
  )
}
