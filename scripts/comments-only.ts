import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { transformSync } from 'esbuild'

/**
 * Compares the compiled output of every changed source file with that of a base revision, comments removed. Prints the
 * files whose output differs and exits with 1 when there is one.
 *
 *     node --import tsx scripts/comments-only.ts <base> [path ...]
 */
const [base, ...paths] = process.argv.slice(2)
if (base === undefined) throw new TypeError('usage: comments-only.ts <base revision> [path ...]')

const changed = git('diff', '--name-only', '--diff-filter=M', base, '--', ...paths)
  .split('\n')
  .filter((path) => /\.[cm]?[jt]s$/.test(path) && existsSync(path))
const differing = changed.filter(
  (path) => compile(git('show', `${base}:${path}`), path) !== compile(readFileSync(path, 'utf8'), path),
)

for (const path of differing) console.error(path)
console.log(`${changed.length} files changed, ${differing.length} of them in more than comments`)
process.exitCode = differing.length > 0 ? 1 : 0

function git(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1 << 28 })
}

function compile(source: string, path: string): string {
  const loader = /ts$/.test(extname(path)) ? 'ts' : 'js'
  return transformSync(source, { loader, legalComments: 'none', minifyWhitespace: true }).code
}
