import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkMount } from './check-mount.js'

const atRoot = ['/customer', '/agent']
const inChat = ['/support/chat/customer', '/support/chat/agent']

test('accepts a mount path under which requests can be for Parley', () => {
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

test('rejects a mount path under which none can be, with a remedy', () => {
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
