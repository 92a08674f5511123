import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VirtualClock } from '../clock/virtual-clock.js'
import { SystemIds } from '../ids/system-ids.js'
import { openRefreshToken, sealRefreshToken } from './sealed-refresh.js'

const ids = new SystemIds(new VirtualClock(0))
const refreshToken = `plr_${'r'.repeat(43)}`
const accessToken = `pla_${'a'.repeat(43)}`

test('opens a sealed refresh token with its access token', () => {
  assert.equal(openRefreshToken(sealRefreshToken(refreshToken, accessToken, ids), accessToken), refreshToken)
})

test('refuses to open a refresh token with another access token', () => {
  const sealed = sealRefreshToken(refreshToken, accessToken, ids)
  for (const other of ['', `${accessToken}a`, accessToken.slice(1), refreshToken]) {
    assert.throws(() => openRefreshToken(sealed, other))
  }
})

test('refuses a sealed refresh token that was changed or truncated', () => {
  const bytes = Buffer.from(sealRefreshToken(refreshToken, accessToken, ids), 'base64url')
  for (let index = 0; index < bytes.length; index += 1) {
    const changed = Buffer.from(bytes)
    changed.writeUInt8(bytes.readUInt8(index) ^ 1, index)
    assert.throws(() => openRefreshToken(changed.toString('base64url'), accessToken))
  }
  for (const length of [0, 12, 27, bytes.length - 1]) {
    assert.throws(() => openRefreshToken(bytes.subarray(0, length).toString('base64url'), accessToken))
  }
})

test('a sealed refresh token differs each time and reveals nothing', () => {
  const [first, second] = [0, 1].map(() => sealRefreshToken(refreshToken, accessToken, ids))
  assert.notEqual(first, second)
  assert.ok(!Buffer.from(first ?? '', 'base64url').includes('rrrr'))
})
