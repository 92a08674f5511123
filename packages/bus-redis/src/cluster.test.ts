import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seesMajority } from './cluster.js'

const line = (flags: string) => `07c37df 127.0.0.1:30004@31004 ${flags} - 0 1426238317239 4 connected 0-5460`
const nodes = (...flags: readonly string[]) => `${flags.map(line).join('\n')}\n`

const cases: readonly (readonly [boolean, string])[] = [
  [true, nodes('myself,master', 'master', 'master')],
  [true, nodes('myself,master', 'master', 'master,fail')],
  [true, nodes('myself,master', 'master', 'master,fail?', 'slave', 'slave,fail')],
  [true, nodes('myself,slave', 'master', 'master', 'master,fail')],
  [false, nodes('myself,master', 'master,fail?', 'master,fail')],
  [false, nodes('myself,master', 'master,fail')],
  [false, nodes('myself,master', 'master,noaddr', 'master,handshake')],
  [true, nodes('myself,master')],
]

test('seesMajority returns false when a server reaches no majority of the masters', () => {
  for (const [expected, text] of cases) assert.equal(seesMajority(text), expected, text)
})
