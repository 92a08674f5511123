import { posix } from 'node:path'

/** Returns the text of a source file by its path, or `undefined` when there is none. */
export type ReadSource = (path: string) => string | undefined

const imports = /^import (?:type )?\{(?<names>[^}]*)\} from '(?<module>\.[^']*)'/gm
const reexports = /^export (?:type )?\{(?<names>[^}]*)\} from '(?<module>\.[^']*)'/gm

/** Returns a sentence for each name that a module exports and whose declaration has no doc comment. */
export function exportViolations(path: string, read: ReadSource): string[] {
  const source = read(path)
  if (source === undefined) return [`${path} does not exist`]
  return [...declaredIn(source), ...reexportedIn(source)].flatMap((name) => nameViolations(path, name, read))
}

function nameViolations(path: string, name: string, read: ReadSource): string[] {
  const source = read(path)
  if (source === undefined) return [`${path} does not exist`]
  const origin = originOf(path, source, name)
  if (origin !== undefined) return nameViolations(origin, name, read)
  return isDocumented(source, name) ? [] : [`${path} exports ${name} without a doc comment`]
}

function declaredIn(source: string): string[] {
  const found = source.matchAll(/^export (?:async )?(?:function|const|class|interface|type) (\w+)/gm)
  return [...new Set([...found].map(([, name = '']) => name))]
}

function reexportedIn(source: string): string[] {
  return [...source.matchAll(reexports)].flatMap(({ groups = {} }) => namesIn(groups.names ?? ''))
}

/** Returns the module that `name` comes from, or `undefined` when `source` declares it. */
function originOf(path: string, source: string, name: string): string | undefined {
  const found = [...source.matchAll(reexports), ...source.matchAll(imports)].find(({ groups = {} }) =>
    namesIn(groups.names ?? '').includes(name),
  )
  const module = found?.groups?.module
  return module === undefined ? undefined : posix.join(posix.dirname(path), module.replace(/\.js$/, '.ts'))
}

function namesIn(list: string): string[] {
  return list
    .split(',')
    .map((item) => /^(?:type )?(\w+)/.exec(item.trim())?.[1])
    .filter((name) => name !== undefined)
}

/** An overload, or a value and a type of the same name, needs one comment. */
function isDocumented(source: string, name: string): boolean {
  const declaration = new RegExp(
    `(?<documented>\\*/\\n)?^export (?:declare )?(?:abstract )?(?:async )?(?:function\\*?|const|class|interface|type) ${name}\\b`,
    'gm',
  )
  return [...source.matchAll(declaration)].some(({ groups }) => groups?.documented !== undefined)
}
