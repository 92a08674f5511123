import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { html, nothing } from './html.js'

test('text is escaped wherever it stands', () => {
  const evil = `<script>"&'`
  assert.equal(html`<p title="${evil}">${evil}</p>`.text, `<p title="${escaped}">${escaped}</p>`)
})
const escaped = '&lt;script&gt;&quot;&amp;&#39;'

test('markup is taken as it is, also several pieces, and nothing is nothing', () => {
  const item = (text: string) => html`<li>${text}</li>`
  assert.equal(
    html`<ul>${['a', '<b>'].map(item)}</ul>${nothing}`.text,
    '<ul><li>a</li><li>&lt;b&gt;</li></ul>',
  )
  assert.equal(html`${[]}${0}`.text, '0')
})

test('what is escaped already is escaped again', () => {
  assert.equal(html`${'&amp;'}`.text, '&amp;amp;')
})

test('no text can leave the attribute or element that it stands in', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('<', '>', '"', "'", '&', 'a', '/', ' ', '$&', '`') }),
      (text) => {
        assert.doesNotMatch(html`${text}`.text, /[<>"']/)
      },
    ),
  )
})
