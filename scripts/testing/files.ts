import { existsSync, readdirSync } from 'node:fs'
import { join, sep } from 'node:path'

/** Names of the test suites. `quick` is `npm test`; the others have the names of their scripts. */
export const suites = ['unit', 'quick', 'full', 'browser', 'nightly'] as const
export type Suite = (typeof suites)[number]

const inTest = (name: string) => join('test', ...name.split('/'))

/**
 * Folder that only `npm run test:full` and the nightly run. Its dependencies are listed in `test/full/package.json`.
 */
const fullFolder = inTest('full')
const browserFolder = inTest('full/browser')
/**
 * Ending of test files that check every state of every page in several themes and sizes, which takes too long for each
 * change.
 */
const accessibilityTest = '-accessibility.test.ts'
/** Folders that the nightly runs with more cases and for longer. */
const nightlyFolders = [
  ...['attacks', 'faults', 'model', 'nodes', 'snapshot'],
  ...['api/matrix', 'api/socketio', 'full/matrix', 'full/socketio', 'full/whole-server'],
].map(inTest)

/**
 * The quick suite runs one file of each list, and the seed chooses which. The files run the same bodies in different
 * frameworks, on nodes with different buses, or with different Socket.IO clients.
 */
const rotating = [
  ['api/matrix/node-http', 'api/matrix/express-4', 'api/matrix/express-5', 'api/matrix/hono'],
  ['model/nodes-by-redis', 'model/nodes-by-postgres'],
  ['api/socketio/websocket-4', 'api/socketio/polling-4', 'api/socketio/upgrade-4'],
].map((names) => names.map((name) => `${inTest(name)}.test.ts`))

/**
 * Returns whether a test file is next to the source that it tests. Such a file needs no database and no process of its
 * own.
 */
export function isUnitTest(file: string): boolean {
  const [folder, , place] = file.split(sep)
  return folder === 'packages' && place === 'src'
}

/** Returns whether a file measures delays, so that nothing else may run on the machine. */
export function needsQuiet(file: string): boolean {
  return file.startsWith(inTest('attacks') + sep)
}

/** Returns the programs that tests start, and the parts of the runner that run in other processes. */
export function findPrograms(): string[] {
  const programs = [...packageFolders(), 'test'].flatMap((folder) => filesIn(folder, /-main\.ts$/))
  const runner = ['run-share', 'reporter', 'migrate-main'].map((name) =>
    join('scripts', 'testing', `${name}.ts`),
  )
  return [...programs, ...runner]
}

/** Returns the files of a suite whose path contains one of `substrings`, or all files when there are no substrings. */
export function findTestFiles(suite: Suite, substrings: readonly string[], seed: number): string[] {
  const isWanted = (file: string) => substrings.length === 0 || substrings.some((part) => file.includes(part))
  const files = filesOf(suite).filter(isWanted).sort()
  // A file that was named explicitly runs every day.
  return suite === 'quick' && substrings.length === 0 ? withoutOtherDays(files, seed) : files
}

function filesOf(suite: Suite): string[] {
  const all = everyTestFile()
  const isIn = (folder: string) => (file: string) => file.startsWith(folder + sep)
  switch (suite) {
    case 'unit':
      return all.filter(isUnitTest)
    case 'quick':
      return all.filter((file) => !isIn(fullFolder)(file))
    case 'full':
      return all
    case 'browser':
      return all.filter((file) => isIn(browserFolder)(file) && !file.endsWith(accessibilityTest))
    case 'nightly':
      return all.filter((file) => nightlyFolders.some((folder) => isIn(folder)(file)))
  }
}

function withoutOtherDays(files: readonly string[], seed: number): string[] {
  const skipped = new Set(rotating.flatMap((list) => list.filter((_, index) => index !== seed % list.length)))
  return files.filter((file) => !skipped.has(file))
}

/** Lists every test file, because the test runner of Node 20 does not support globs. */
function everyTestFile(): string[] {
  return [...packageFolders(), 'test'].flatMap((folder) => filesIn(folder, /\.test\.ts$/))
}

function packageFolders(): string[] {
  return readdirSync('packages').flatMap((name) => [
    join('packages', name, 'src'),
    join('packages', name, 'test'),
  ])
}

function filesIn(folder: string, pattern: RegExp): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesIn(path, pattern)
    return pattern.test(entry.name) ? [path] : []
  })
}
