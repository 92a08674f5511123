import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { createParley } from '@parley/core'
import { memoryStorage } from '@parley/storage-memory'
import { makeProgramFolder } from '../support/program-folder.js'
import { blocksOf } from './blocks.js'

const text = readFileSync(new URL('../../docs/reference/admin.md', import.meta.url), 'utf8')

test('docs/reference/admin.md has every method of parley.admin, with a signature and an example', async () => {
  const parley = await createParley({ storage: memoryStorage() })
  const methods = Object.entries(parley.admin).flatMap(([part, methodsOf]) =>
    Object.getOwnPropertyNames(Object.getPrototypeOf(methodsOf))
      .filter((name) => name !== 'constructor')
      .map((name) => [part, name] as const),
  )
  await parley.close()
  assert.ok(methods.length > 30)
  const sections = new Map(
    text.split(/^### /m).map((section) => [section.slice(0, section.indexOf('\n')), section]),
  )
  for (const [part, name] of methods) {
    const section = sections.get(`${part}.${name}`) ?? ''
    assert.match(section, new RegExp(`^${name}\\(.*\\): Promise<`, 'm'), `${part}.${name}`)
    assert.ok(section.includes(`parley.admin.${part}.${name}(`), `${part}.${name} has no example`)
  }
})

test('docs/reference/admin.md explains refusals in the words of the engine', () => {
  for (const message of [
    'an agent with this login exists',
    'licenseId does not match any license',
    'a public app cannot become private',
    'agentId is the id of a bot; its app acts as it with author_id',
    'a password must have … to … characters',
  ]) {
    assert.ok(text.includes(`- ${message}\n`), message)
  }
})

test('docs/reference/admin.md lists the input fields with types and limits', () => {
  assert.match(
    text,
    /^\| `login` \| string \| yes \| 1 to 256 characters, text without white space \| Becomes/m,
  )
  assert.match(text, /^\| `maxChatsCount` \| integer \| no \| 0 to 10,000 \|/m)
  assert.match(text, /^\| `days` \| integer \| yes \| 1 to 3,650 \|/m)
})

test('docs/reference/admin.md explains how a method fails once the engine is closed', async () => {
  const parley = await createParley({ storage: memoryStorage() })
  await parley.close()
  for (const call of [() => parley.admin.agents.get('ada@example.com'), () => parley.admin.licenses.list()])
    await assert.rejects(call, { name: 'StorageError', code: 'closed' })
  assert.match(text, /`StorageError` of `@parley\/core\/storage`, whose `code` is `unavailable` or `closed`/)
})

test('docs/reference/admin.md names no default for a field that an update does not change', () => {
  for (const name of ['licenses.update', 'agents.update', 'customers.update', 'apps.update']) {
    const section =
      text
        .slice(text.indexOf(`\n### ${name}\n`))
        .slice(1)
        .split('\n### ')[0] ?? ''
    assert.match(section, /Fields that are left out do not change\./, name)
    assert.doesNotMatch(section, /Default: /, name)
  }
  assert.match(text, /^\| `externalId` \| string or null \| no \| 1 to 256 characters/m)
})

test('the examples of docs/reference/admin.md run as one program', async () => {
  const folder = makeProgramFolder()
  try {
    writeFileSync(join(folder, 'program.mjs'), blocksOf(text, 'js').join('\n'))
    const options = { cwd: folder, timeout: 60_000 }
    const { stdout } = await promisify(execFile)(process.execPath, ['program.mjs'], options)
    assert.match(stdout, /^My shop\nadministrator\ngrace@example\.com\n/)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
