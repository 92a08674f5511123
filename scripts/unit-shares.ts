import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface UnitShares {
  /** One test file for each share. */
  readonly files: readonly string[]
  remove(): void
}

/**
 * Deals test files out to that many processes: to load the engine costs a process 2 s, and most files need less than
 * 0.1 s. Node's test runner starts a process for a file and hands it nothing else, so each share is written as a file.
 */
export function dealUnitTests(files: readonly string[], count: number): UnitShares {
  const folder = mkdtempSync(join(tmpdir(), 'parley-unit-'))
  const shares = Array.from({ length: Math.min(count, files.length) }, (_, index) => {
    const share = join(folder, `unit-${index + 1}.test.mjs`)
    writeFileSync(share, sourceOf(files.filter((_, position) => position % count === index)))
    return share
  })
  return { files: shares, remove: () => rmSync(folder, { recursive: true }) }
}

function sourceOf(files: readonly string[]): string {
  const runner = new URL('unit-share.ts', import.meta.url)
  return [
    `import { runUnitShare } from ${JSON.stringify(runner.href)}`,
    `await runUnitShare(${JSON.stringify(files)})`,
    '',
  ].join('\n')
}
