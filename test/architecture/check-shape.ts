import { posix } from 'node:path'
import { withoutBlockComments } from './imports.js'
import { folderRules, grabBagFileName, maxFileLines } from './rules.js'
import type { SourceFile } from './workspace.js'

const EXPORT_ALL = /^\s*export\s+(?:type\s+)?\*/m
const DEFAULT_EXPORT = /^\s*export\s+(?:default\b|\{[^}]*\bas\s+default\b)/m
const IMPLEMENTATION =
  /^(?:export\s+)?(?:abstract\s+|async\s+|const\s+)?(?:function|class|const|let|var|enum)\b|^const\s/m

/** Returns one sentence for each rule about the shape of a file that it breaks. The sentence omits the file. */
export function shapeViolations({ path, text }: SourceFile): string[] {
  const code = withoutBlockComments(text)
  const isDeclarationsOnly = isInDeclarationsOnlyFolder(path)
  const lines = text.trimEnd().split('\n').length
  return [
    ...(EXPORT_ALL.test(code) ? ['has an `export *`'] : []),
    ...(DEFAULT_EXPORT.test(code) ? ['has a default export'] : []),
    ...(isDeclarationsOnly && IMPLEMENTATION.test(code) ? ['holds an implementation'] : []),
    ...(lines > maxFileLines ? [`has ${lines} lines, more than ${maxFileLines}`] : []),
    ...(grabBagFileName.test(posix.basename(path)) ? ['has a grab-bag name'] : []),
  ]
}

function isInDeclarationsOnlyFolder(path: string): boolean {
  const folders = folderRules.filter((rule) => rule.declarationsOnly).map((rule) => rule.folder)
  return !path.endsWith('.test.ts') && folders.some((folder) => path.startsWith(`${folder}/`))
}
