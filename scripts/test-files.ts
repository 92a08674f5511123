import { existsSync, readdirSync } from 'node:fs'
import { basename, join, sep } from 'node:path'

export type Suite = 'default' | 'browser' | 'nightly'

/** Node 20's test runner understands no globs, so the list is made here. */
export function findTestFiles(suite: Suite, substrings: readonly string[]): string[] {
  return foldersOf(suite)
    .flatMap(testFilesIn)
    .filter((file) => suite === 'browser' || !file.startsWith(join('test', 'browser', '/')))
    .filter((file) => substrings.length === 0 || substrings.some((substring) => file.includes(substring)))
    .sort()
}

/** Whether it stands beside the rule that it tests: it needs no database, and no process of its own. */
export function isUnitTest(file: string): boolean {
  const [folder, , place] = file.split(sep)
  return folder === 'packages' && place === 'src'
}

/** Whether it has the engine attacked, and measures how long others wait. */
export function isAttack(file: string): boolean {
  return file.startsWith(attacks) && storages.includes(basename(file, '.test.ts'))
}

const attacks = join('test', 'attacks', '/')
const storages = ['sqlite', 'postgres']
/** What `npm test` does for a while only. */
const nightlyFolders = [
  ...['attacks', 'faults', 'model', 'nodes', 'snapshot'],
  ...['api/matrix', 'api/socketio', 'hosts/whole-server'],
].map((name) => join('test', name))

function foldersOf(suite: Suite): string[] {
  if (suite === 'default') return defaultFolders()
  return suite === 'nightly' ? nightlyFolders : [join('test', suite)]
}

function defaultFolders(): string[] {
  const packages = readdirSync('packages').flatMap((name) => [
    join('packages', name, 'src'),
    join('packages', name, 'test'),
  ])
  return [...packages, 'examples', 'test']
}

function testFilesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : testFilesIn(path)
    return entry.name.endsWith('.test.ts') ? [path] : []
  })
}
