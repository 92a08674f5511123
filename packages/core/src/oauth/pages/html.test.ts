import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { html, nothing } from './html.js'

test('escapes inserted text at every position', () => {
  const evil = `<script>"&'`
  assert.equal(html`<p title="${evil}">${evil}</p>`.text, `<p title="${escaped}">${escaped}</p>`)
})
const escaped = '&lt;script&gt;&quot;&amp;&#39;'

test('inserts markup unchanged, as one piece, a list or nothing', () => {
  const item = (text: string) => html`<li>${text}</li>`
  assert.equal(
    html`<ul>${['a', '<b>'].map(item)}</ul>${nothing}`.text,
    '<ul><li>a</li><li>&lt;b&gt;</li></ul>',
  )
  assert.equal(html`${[]}${0}`.text, '0')
})

test('escapes text that is already escaped again', () => {
  assert.equal(html`${'&amp;'}`.text, '&amp;amp;')
})

test('no text can break out of its attribute or element', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('<', '>', '"', "'", '&', 'a', '/', ' ', '$&', '`') }),
      (text) => {
        assert.doesNotMatch(html`${text}`.text, /[<>"']/)
      },
    ),
  )
})
