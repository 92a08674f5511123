import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkMount } from './check-mount.js'

const atRoot = ['/customer', '/agent']
const inChat = ['/support/chat/customer', '/support/chat/agent']

test('accepts where requests can be for Parley', () => {
  for (const [mount, paths] of [
    ['/', atRoot],
    ['/agent', atRoot],
    ['/', inChat],
    ['/support', inChat],
    ['/support/chat/', inChat],
    ['/Support', inChat],
    // An app that is mounted at /support.
    ['/chat', inChat],
    [['/help', '/support'], inChat],
    // A pattern may lead anywhere.
    ['/:shop', atRoot],
    ['/s*', atRoot],
  ] as const) {
    checkMount(mount, paths)
  }
})

test('refuses where none can be, and names the mend', () => {
  for (const [mount, paths] of [
    ['/support', atRoot],
    ['/help', inChat],
    ['/chats', inChat],
    ['/support/agent', inChat],
    [['/help', '/chats'], inChat],
  ] as const) {
    assert.throws(
      () => checkMount(mount, paths),
      (cause) =>
        cause instanceof TypeError &&
        /mounted at \/.* baseUrl .*: https:\/\/example\.com\//.test(cause.message),
    )
  }
})
