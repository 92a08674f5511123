import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { testPushService } from '@parley/conformance'
import type { PushService } from '@parley/core/ports'
import { type BrokenPushService, brokenPushServices } from './broken-push-services.js'
import { Recorder } from './recorder.js'
import { ScriptedPlatform, soundService } from './scripted-platform.js'

function casesOf(broken?: BrokenPushService['broken']): Recorder {
  const recorder = new Recorder()
  testPushService({
    test: recorder.test,
    async factory() {
      const platform = new ScriptedPlatform()
      const sound = soundService(platform)
      const service: PushService = broken === undefined ? sound : { notify: broken(sound, platform) }
      return {
        service,
        newToken: (_, fate) => platform.newToken(fate),
        sentTo: (token) => platform.sentTo(token),
        cleanup: async () => {},
      }
    },
    supports: { platforms: ['web'], deadTokens: true },
  })
  return recorder
}

test('a sound push service passes every case', async () => {
  assert.deepEqual(await casesOf().failing(), [])
})

// The tests run at the same time because one of them takes until its case times out.
describe('is caught by its case: a push service that', { concurrency: true }, () => {
  for (const { fault, caughtBy, broken } of brokenPushServices) {
    test(fault, async () => {
      assert.deepEqual(await casesOf(broken).failing(caughtBy), [caughtBy])
    })
  }
})
