import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'

/**
 * Compares the OpenAPI and AsyncAPI documents with those of a base revision, texts left out. Prints the documents in
 * which more than texts differs and exits with 1 when there is one.
 *
 *     node --import tsx scripts/wire-unchanged.ts <base>
 */
const texts = new Set(['description', 'summary', 'title'])

const [base] = process.argv.slice(2)
if (base === undefined) throw new TypeError('usage: wire-unchanged.ts <base revision>')

const paths = ['docs/openapi', 'docs/asyncapi'].flatMap((folder) =>
  readdirSync(folder).map((name) => `${folder}/${name}`),
)
const before = git('ls-tree', '-r', '--name-only', base, 'docs/openapi', 'docs/asyncapi').trim().split('\n')
const differing = [...new Set([...before, ...paths])].filter(
  (path) => !(before.includes(path) && paths.includes(path) && isSameWire(path)),
)
for (const path of differing) console.error(path)
console.log(`${paths.length} documents, ${differing.length} of them differ in more than texts`)
process.exitCode = differing.length > 0 ? 1 : 0

function isSameWire(path: string): boolean {
  const was: unknown = JSON.parse(git('show', `${base}:${path}`))
  const is: unknown = JSON.parse(readFileSync(path, 'utf8'))
  return isDeepStrictEqual(withoutTexts(was), withoutTexts(is))
}

/** Returns the value without its texts. A property named `title` whose value is a schema, not a string, is kept. */
function withoutTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTexts)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, member]) => !(texts.has(key) && typeof member === 'string'))
      .map(([key, member]) => [key, withoutTexts(member)]),
  )
}

function git(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1 << 28 })
}
