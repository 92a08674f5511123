import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { makeProgramFolder } from '../support/program-folder.js'
import { noBetterSqlite3 } from '../support/sqlite-file.js'
import { blocksOf } from './blocks.js'

const guides = new URL('../../docs/guides/', import.meta.url)

/**
 * Returns whether the guide consists of one program. `production.md` needs more and is tested in
 * `production-guide.test.ts`.
 */
const isProgram = (name: string) => name.endsWith('.md') && name !== 'production.md'

for (const guide of readdirSync(guides).filter(isProgram)) {
  const text = readFileSync(new URL(guide, guides), 'utf8')
  test(`the code of ${guide} runs unchanged, and prints the documented output`, {
    skip: skipOf(text),
  }, async () => {
    const printed = await run(blocksOf(text, 'js').join('\n'))
    assert.equal(printed, blocksOf(text, 'text').join(''))
  })
}

/** Returns the reason why a program cannot run on this machine, or `false`. */
function skipOf(text: string): string | false {
  return text.includes('storage-sqlite') && noBetterSqlite3
}

async function run(program: string): Promise<string> {
  const folder = makeProgramFolder()
  try {
    writeFileSync(join(folder, 'program.mjs'), program)
    const options = { cwd: folder, env: { ...process.env, PORT: '0' }, timeout: 60_000 }
    const { stdout } = await promisify(execFile)(process.execPath, ['program.mjs'], options)
    return stdout
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
