import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Bundle } from './bundle.js'
import { isUnitTest } from './files.js'

/** Test files that run one after another in one process. */
export interface Share {
  readonly name: string
  readonly files: readonly string[]
  /** Whether each file must leave the state of the process unchanged. */
  readonly leavesNothing: boolean
}

/** Files that run in a process of their own, because they change its host, its globals or its recordings. */
const alone = [
  /^test\/(api|full)\/(matrix|socketio)\//,
  /hono/,
  /^test\/full\/(hosts|whole-server)\//,
  /^test\/spec\//,
].map((pattern) => (file: string) => pattern.test(file.replaceAll(sep, '/')))

/** Maximum number of files of a folder that share a process. */
const mostNeighbours = 4

/**
 * Distributes test files over processes, because loading the engine costs more than running most files. The same files
 * always give the same shares.
 */
export function dealOut(files: readonly string[], processCount: number): readonly Share[] {
  const units = files.filter(isUnitTest)
  const others = files.filter((file) => !isUnitTest(file))
  const [single, social] = [others.filter(isAlone), others.filter((file) => !isAlone(file))]
  const groups = [
    ...[...new Set(social.map(dirname))].flatMap((folder) =>
      chunksOf(
        social.filter((file) => dirname(file) === folder),
        mostNeighbours,
      ),
    ),
    ...single.map((file) => [file]),
  ]
  return [
    ...groups.map((group) => ({ name: nameOf(group), files: group, leavesNothing: false })),
    ...unitShares(units, processCount),
  ]
}

function unitShares(units: readonly string[], count: number): readonly Share[] {
  return Array.from({ length: Math.min(count, units.length) }, (_, index) => ({
    name: `unit-${index + 1}`,
    files: units.filter((_, position) => position % count === index),
    leavesNothing: true,
  }))
}

function isAlone(file: string): boolean {
  return alone.some((matches) => matches(file))
}

function chunksOf<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  const count = Math.ceil(items.length / size)
  return Array.from({ length: count }, (_, index) =>
    items.filter((_, position) => position % count === index),
  )
}

/**
 * Writes a test file for each share and returns their paths. Node's test runner starts a process for a file and passes
 * it nothing else.
 */
export function writeShares(shares: readonly Share[], bundle: Bundle, timeoutMs: number): readonly string[] {
  const folder = join(bundle.folder, 'shares')
  mkdirSync(folder, { recursive: true })
  return shares.map((share) => {
    const path = join(folder, `${share.name}.test.mjs`)
    writeFileSync(path, sourceOf(share, bundle, timeoutMs))
    return path
  })
}

function sourceOf({ files, leavesNothing }: Share, bundle: Bundle, timeoutMs: number): string {
  const addressOf = (file: string) => JSON.stringify(pathToFileURL(resolve(bundle.outputOf(file))).href)
  const entries = files.map((path) => {
    const traits = `path: ${JSON.stringify(path)}, leavesNothing: ${leavesNothing}`
    return `  { ${traits}, load: () => import(${addressOf(path)}) },`
  })
  return [
    `import { runShare } from ${addressOf('scripts/testing/run-share.ts')}`,
    'await runShare([',
    ...entries,
    `], ${timeoutMs})`,
    '',
  ].join('\n')
}

function nameOf(group: readonly string[]): string {
  const [first = ''] = group
  return first.replace(/\.test\.ts$/, '').replaceAll(/[\\/]/g, '-')
}
