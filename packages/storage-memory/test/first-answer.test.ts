import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { skipsTime } from '../../../test/support/profile.js'
import { programFlags } from '../../../test/support/program-flags.js'

const main = fileURLToPath(new URL('first-answer-main.ts', import.meta.url))
/** Environment without coverage, which would slow the process down. */
const env = { ...process.env, NODE_V8_COVERAGE: undefined }

async function firstAnswer(): Promise<{ readonly chatId: string; readonly ownMs: number }> {
  const flags = [...programFlags, main]
  const { stdout } = await promisify(execFile)(process.execPath, flags, { env, timeout: 60_000 })
  return JSON.parse(stdout)
}

/** Maximum number of attempts. On a busy machine, at least one of them should run undisturbed. */
const maxAttempts = 10

test('a program starts its first chat within 50 ms of its imports', { skip: skipsTime }, async () => {
  let best = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < maxAttempts && best > 50; attempt += 1) {
    const { chatId, ownMs } = await firstAnswer()
    assert.notEqual(chatId, '')
    best = Math.min(best, ownMs)
  }
  assert.ok(best <= 50, `${best} ms at best`)
})
