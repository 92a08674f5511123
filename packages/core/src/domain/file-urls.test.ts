import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findImageKey, isFileKey } from './file-urls.js'

const key = '0123456789abcdef'.repeat(4)
const filesUrl = 'https://chat.example.com/files'

test('imageKeyOf finds an image by its path and by its URL', () => {
  assert.equal(findImageKey({ path: key }, filesUrl), key)
  assert.equal(findImageKey({ url: `${filesUrl}/images/${key}` }, filesUrl), key)
  assert.equal(findImageKey({ url: `/files/images/${key}` }, '/files'), key)
})

test('imageKeyOf refuses paths and URLs that upload_image never returns', () => {
  const urls = [
    `https://evil.example.com/files/images/${key}`,
    `http://chat.example.com/files/images/${key}`,
    `${filesUrl}/${key}`,
    `${filesUrl}/images/${key}?x`,
    `${filesUrl}/images/../${key}`,
    `${filesUrl}/images/`,
    `javascript:alert(1)//${filesUrl}/images/${key}`,
    '',
  ]
  for (const url of urls) assert.equal(findImageKey({ url }, filesUrl), undefined, url)
  for (const path of ['', '..', `images/${key}`, `${key}/`, key.slice(1), key.toUpperCase(), `${key}\n`]) {
    assert.equal(findImageKey({ path }, filesUrl), undefined, JSON.stringify(path))
  }
  assert.equal(findImageKey({}, filesUrl), undefined)
})

test('isFileKey accepts file keys only', () => {
  assert.ok(isFileKey(key))
  for (const text of ['', `${key}0`, `${key.slice(1)}g`, `${key}\n`, ` ${key.slice(1)}`])
    assert.ok(!isFileKey(text))
})
