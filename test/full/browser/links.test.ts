import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { waitUntilShown } from './browser.js'
import type { AgentAt, CustomerAt } from './people.js'
import { Stage } from './stage.js'

const TEXT_LIMIT = 16_384

let stage: Stage
let customer: CustomerAt
let agent: AgentAt

before(async () => {
  stage = await Stage.open()
  customer = await stage.customer()
  agent = await stage.agent(stage.announced.ada)
})

after(() => stage?.close())

afterEach(() => stage.browser.assertNoProblems())

test('a web address in a message is a link without referrer and opener, on both sides', async () => {
  await customer.openChat()
  await customer.introduce('Mia', 'Is https://example.com/mug_(large)?tone=oat&x=1#top yours?')
  await agent.open('Mia')
  for (const { page } of [customer, agent]) {
    const link = page.getByRole('link', {
      name: 'https://example.com/mug_(large)?tone=oat&x=1#top',
      exact: true,
    })
    await waitUntilShown(link)
    assert.equal(await link.getAttribute('href'), 'https://example.com/mug_(large)?tone=oat&x=1#top')
    assert.equal(await link.getAttribute('rel'), 'noopener noreferrer nofollow')
    assert.equal(await link.getAttribute('target'), '_blank')
  }
  await waitUntilShown(agent.message('Is https://example.com/mug_(large)?tone=oat&x=1#top yours?'))
})

test('markup around an address, or in it, is text', async () => {
  const text = '<a href="javascript:document.title=1">https://example.com/"onclick="x</a><img src=x>'
  await customer.send(text)
  await waitUntilShown(agent.message(text))
  const bubble = agent.message(text)
  assert.equal(await bubble.locator('a').count(), 1)
  assert.equal(await bubble.locator('a').getAttribute('href'), 'https://example.com/')
  assert.equal(await bubble.locator('img, [onclick]').count(), 0)
})

const whole = [
  'http://example.com',
  'HTTPS://EXAMPLE.COM/A',
  'https://example.com/a_(b)',
  'https://example.com/a_(b)_[c]',
  'https://example.com/?a=1;b=2&c[]=3',
  'https://example.com:8443/path/to/?q=a+b%20c#d',
  'https://münchen.example/straße?größe=50',
  'https://例え.example/道',
  'http://[2001:db8::1]:8080/',
  'http://127.0.0.1/',
  `https://example.com/${'a'.repeat(8_000)}`,
]

test('a link has the address exactly as written', async () => {
  for (const text of whole) assert.deepEqual(await linksIn(text), [text], text)
})

test('punctuation at the end of a sentence is not part of the address', async () => {
  const address = 'https://example.com/a'
  const sentences = [
    '$.',
    '$,',
    '$;',
    '$:',
    '$!',
    '$?',
    '$...',
    '$…',
    "'$'",
    '"$"',
    '“$”',
    '‘$’',
    '«$»',
    '<$>',
    '`$`',
    '($)',
    '($).',
    '[$]',
    '[text]($)',
    '{$}',
    '(see $)',
    '($?!)',
    '见$。',
    '「$」',
    '（$）',
    '见$，好',
    '$\nnext',
    '*\t$',
    '$؟',
    '$।',
  ]
  for (const sentence of sentences) {
    assert.deepEqual(await linksIn(sentence.replace('$', address)), [address], sentence)
  }
})

test('several addresses in a text are several links, and the rest of the text is kept', async () => {
  const text = 'Either https://a.example/x, or (http://b.example) – not https://c.example/(d)).'
  assert.deepEqual(await linksIn(text), ['https://a.example/x', 'http://b.example', 'https://c.example/(d)'])
})

test('a text that is not a web address is not a link', async () => {
  const texts = [
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://example.com/',
    'file:///etc/passwd',
    'example.com',
    'www.example.com',
    'https://',
    'https:// example.com',
    'http://.',
    'https:/example.com',
    'xhttps://example.com',
    'https://[::1',
    'https://exa%mple.com/',
    'https://example.com:99999/',
    // A hurried reader would believe that these lead to the bank.
    'https://bank.example@evil.example/',
    'https://bank.example:443@evil.example/',
  ]
  for (const text of texts) assert.deepEqual(await linksIn(text), [], text)
})

test('direction marks and invisible characters end an address', async () => {
  for (const mark of ['\u202e', '\u2066', '\u200b', '\u200f', '\u0007', '\\']) {
    const text = `https://example.com/a${mark}gpj.exe`
    assert.deepEqual(await linksIn(text), ['https://example.com/a'], `U+${mark.charCodeAt(0).toString(16)}`)
  }
})

test('the host of an international address is shown as browsers show it', async () => {
  assert.deepEqual(await hrefsIn('https://аррӏе.example/'), ['https://xn--80ak6aa92e.example/'])
})

test('the time to find links grows linearly with the length of the text', async () => {
  const hostile = [
    'http://a ',
    'http://',
    'https://a/(',
    'h',
    'http://a/)',
    'http://a)]}',
    'https://a/?.,;:!',
    'http://[',
  ]
  for (const part of hostile) {
    const shortMs = await fastestMs(part, TEXT_LIMIT * 2)
    const longMs = await fastestMs(part, TEXT_LIMIT * 16)
    // The text is eight times as long. A quadratic algorithm would take 64 times as long.
    assert.ok(longMs < Math.max(shortMs, 1) * 32, `${part}: ${shortMs} ms, then ${longMs} ms`)
  }
  const brackets = `http://a/${'('.repeat(TEXT_LIMIT)}${')'.repeat(TEXT_LIMIT)}`
  assert.deepEqual(await linksIn(brackets), [brackets])
})

/** Returns the texts of the links in a message with this text. */
async function linksIn(text: string): Promise<string[]> {
  const { shownText, links } = await inPage<{ shownText: string; links: string[] }>(`
    const bubble = document.createElement('div')
    bubble.append(...linked(${JSON.stringify(text)}))
    const links = [...bubble.querySelectorAll('a')].map((link) => link.textContent)
    return { shownText: bubble.textContent, links }
  `)
  assert.equal(shownText, text)
  return links
}

function hrefsIn(text: string): Promise<string[]> {
  return inPage(`return linked(${JSON.stringify(text)}).flatMap((part) => part.href ?? [])`)
}

/** Returns the fastest of five runs over a text of this length, in milliseconds. */
function fastestMs(part: string, length: number): Promise<number> {
  return inPage(`
    const text = ${JSON.stringify(part)}.repeat(${Math.ceil(length / part.length)})
    const runs = Array.from({ length: 5 }, () => {
      const start = performance.now()
      linked(text)
      return performance.now() - start
    })
    return Math.min(...runs)
  `)
}

function inPage<Result>(body: string): Promise<Result> {
  return customer.page.evaluate(`import('/links.js').then(({ linked }) => { ${body} })`)
}
