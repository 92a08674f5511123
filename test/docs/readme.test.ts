import assert from 'node:assert/strict'
import { on, once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { WebSocket } from 'ws'
import { noBetterSqlite3 } from '../../test/support/sqlite-file.js'
import { type Program, readme, readmeSnippets, runReadme } from './readme-program.js'

const documents = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'docs/architecture.md',
  'docs/deployment.md',
  'docs/durability.md',
  'docs/errors.md',
  'docs/glossary.md',
  'docs/guides/keeping-current.md',
  'docs/guides/production.md',
  'docs/guides/the-first-message.md',
  'docs/performance.md',
  'examples/quickstart/README.md',
  ...readdirSync(new URL('../../docs/decisions/', import.meta.url)).map((name) => `docs/decisions/${name}`),
]

test('the snippet that embeds Parley has at most fifteen lines', () => {
  const [embedding = ''] = readmeSnippets()
  const lines = embedding.trimEnd().split('\n')
  assert.match(embedding, /createParley/)
  assert.ok(lines.length <= 15, `${lines.length} lines`)
})

test('the snippets of the README run unchanged: a customer writes, and an agent receives it', {
  skip: noBetterSqlite3,
}, async () => {
  const program = await runReadme()
  try {
    assert.equal(await (await fetch(`http://${program.origin}/`)).text(), 'The rest of my site')
    const agent = await loginAsAgent(program)
    await post(program, 'update_customer', { name: 'Ann' })
    const thread = { events: [{ type: 'message', text: 'Is this shop open?' }] }
    await post(program, 'start_chat', { chat: { thread } })
    const push = await agent.next('incoming_chat_thread')
    assert.match(push, /Is this shop open\?/)
    agent.socket.close()
  } finally {
    assert.equal(await program.stop(), 0)
  }
})

test('the two setup commands work on a new machine, and the pipeline runs the same steps', () => {
  const lines = [...readme().matchAll(/^(npm ci\b.*?)(?: +# (.+))?$/gm)].map(([, line, what]) => [line, what])
  assert.deepEqual(
    lines.map(([line]) => line),
    ['npm ci && npm start', 'npm ci && npm test'],
  )
  for (const [line, what = ''] of lines) assert.match(what, /^installs, and runs \w/, line)
  const pipeline = readFileSync(new URL('../../.ci/run', import.meta.url), 'utf8').split('\n')
  assert.ok(pipeline.includes('npm ci'))
  assert.ok(pipeline.includes('npx c8 npm test'))
})

test('every file that the documents link to exists', () => {
  for (const page of documents) {
    const address = new URL(`../../${page}`, import.meta.url)
    for (const [, target = ''] of readFileSync(address, 'utf8').matchAll(/\]\((?!https?:)([^)#]+)/g)) {
      assert.ok(existsSync(new URL(target, address)), `${page} links to ${target}`)
    }
  }
})

test('every heading that the documents link to exists', () => {
  for (const page of documents) {
    const address = new URL(`../../${page}`, import.meta.url)
    for (const [, target = '', anchor = ''] of readFileSync(address, 'utf8').matchAll(
      /\]\(((?!https?:)[^)#]*)#([^)]+)\)/g,
    )) {
      const text = readFileSync(target === '' ? address : new URL(target, address), 'utf8')
      assert.ok(anchorsIn(text).has(anchor), `${page} links to ${target}#${anchor}`)
    }
  }
})

test('the newest section of the changelog has each kind of change once, and short entries', () => {
  const text = readFileSync(new URL('../../CHANGELOG.md', import.meta.url), 'utf8')
  const [, unreleased = ''] = text.split(/^## /m)
  const kinds = [...unreleased.matchAll(/^### (.+)$/gm)].map(([, kind]) => kind)
  assert.deepEqual(kinds, ['Added', 'Changed', 'Fixed'])
  const long = unreleased
    .split(/\n(?=- |\n|#)/)
    .filter((entry) => entry.startsWith('- ') && entry.split('\n').length > 2)
  assert.deepEqual(long, [], 'an entry has one line, or two with a link')
})

test('every npm script that the documents name exists', () => {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  const scripts = Object.keys(Object(manifest).scripts)
  for (const page of documents) {
    const text = readFileSync(new URL(`../../${page}`, import.meta.url), 'utf8')
    for (const [, name = ''] of text.matchAll(/npm (?:run )?(?!ci\b|install\b)([\w:]+)/g)) {
      assert.ok(scripts.includes(name), `${page} names ${name}`)
    }
  }
})

test('every file that the quickstart explains exists', () => {
  const address = new URL('../../examples/quickstart/README.md', import.meta.url)
  const names = [...readFileSync(address, 'utf8').matchAll(/`((?:src|public)\/[\w./-]+)`/g)]
  assert.ok(names.length > 10)
  for (const [, name = ''] of names) assert.ok(existsSync(new URL(name, address)), name)
})

async function post(program: Program, action: string, payload: object): Promise<void> {
  const { origin, licenseId, customerToken } = program
  const response = await fetch(`http://${origin}/customer/v0.5/action/${action}?license_id=${licenseId}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${customerToken}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ payload }),
  })
  assert.equal(response.status, 200, await response.text())
}

async function loginAsAgent({ origin, agentToken }: Program) {
  const socket = new WebSocket(`ws://${origin}/agent/v0.4/rtm/ws`)
  const messages = on(socket, 'message')
  await once(socket, 'open')
  const next = async (action: string): Promise<string> => {
    for (;;) {
      const { value } = await messages.next()
      const text = String(value[0])
      if (JSON.parse(text).action === action) return text
    }
  }
  socket.send(JSON.stringify({ action: 'login', payload: { token: agentToken } }))
  assert.match(await next('login'), /"success":true/)
  return { socket, next }
}

/** Returns the anchors of a document: those that GitHub derives from its headings, and those in its HTML. */
function anchorsIn(text: string): ReadonlySet<string> {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
  const set = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)
  return new Set([...headings, ...set])
}
