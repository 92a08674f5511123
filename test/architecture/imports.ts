export interface Import {
  readonly specifier: string
  readonly typeOnly: boolean
}

const STATEMENT =
  /^[ \t]*(?:import|export)\s+(?<type>type\s+)?(?:(?<clause>\*(?:\s+as\s+\w+)?|\{[^}]*\}|\w+(?:\s*,\s*(?:\{[^}]*\}|\*\s+as\s+\w+))?)\s*from\s*)?['"](?<specifier>[^'"]+)['"]/gm
const CALL = /\bimport\(\s*['"](?<specifier>[^'"]+)['"]/g

/**
 * Returns the import and re-export statements of a file. It needs no parser, because the formatter gives them a fixed
 * shape.
 */
export function importsOf(text: string): Import[] {
  const code = withoutBlockComments(text)
  const statements = [...code.matchAll(STATEMENT)].map(({ groups }) => ({
    specifier: groups?.specifier ?? '',
    typeOnly: groups?.type !== undefined || isTypeOnlyClause(groups?.clause),
  }))
  const calls = [...code.matchAll(CALL)].map(({ groups }) => ({
    specifier: groups?.specifier ?? '',
    typeOnly: false,
  }))
  return [...statements, ...calls]
}

export function withoutBlockComments(text: string): string {
  return text.replace(/^[ \t]*\/\*[\s\S]*?\*\//gm, '')
}

/** Returns the package of an import: `node:` for builtins, otherwise `@scope/name` or `name`. */
export function packageOf(specifier: string): string {
  if (specifier.startsWith('node:')) return 'node:'
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

function isTypeOnlyClause(clause: string | undefined): boolean {
  if (!clause?.startsWith('{')) return false
  const names = clause
    .slice(1, -1)
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  return names.length > 0 && names.every((name) => name.startsWith('type '))
}
