import { mkdirSync, mkdtempSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'

/**
 * Creates a folder in which a program imports the packages of this repository by name, as in a user's project. With
 * `imports: 'full'` it also finds the packages that `test/full` has installed.
 */
export function makeProgramFolder({ imports }: { readonly imports?: 'full' } = {}): string {
  const bundle = process.env.PARLEY_TEST_BUNDLE
  if (bundle === undefined) throw new Error('PARLEY_TEST_BUNDLE is not set: run the test through npm test')
  if (imports === undefined) return mkdtempSync(join(bundle, 'programs', 'program-'))
  // The folder is inside `test/full`, because Next.js does not follow links to packages outside of its project.
  const folder = mkdtempSync(resolve('test', 'full', '.program-'))
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(join(bundle, 'node_modules', '@parley'), join(folder, 'node_modules', '@parley'))
  return folder
}
