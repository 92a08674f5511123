import assert from 'node:assert/strict'
import { forEachStorage } from '../../support/storages.js'
import { memoryDatabase } from '../proving.js'
import type { RecordedPayload } from '../recording/recorder.js'
import { newest, playsOf } from '../recording/recording.js'
import { verifies } from '../verifies.js'

/** Returns the responses and pushes with ids replaced by the order in which they appear. */
function withoutIds(recorded: readonly RecordedPayload[]): readonly string[] {
  const ids = new Map<string, string>()
  const placeOf = (id: string) => {
    const place = ids.get(id) ?? `#${ids.size}`
    ids.set(id, place)
    return place
  }
  return recorded.map(({ kind, name, payload }) => {
    const text = JSON.stringify({ kind, name, payload })
    return text
      .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, placeOf)
      .replaceAll(/[0-9a-f]{64}/g, placeOf)
      .replaceAll(/[?&](signature|expires)=[\w-]+/g, '')
      .replaceAll(/-\d+@example\.com/g, '-#@example.com')
      .replaceAll(/(license_id=|"license":\{"id":)\d+/g, '$1#')
  })
}

forEachStorage('answers and pushes', (storage) => {
  verifies(
    'decisions.13.same_behavior',
    'answers and pushes are the same over HTTP and websocket',
    async () => {
      const [one, other] = await playsOf(storage, newest)
      assert.ok(one && other && one.transport !== other.transport)
      assert.deepEqual(withoutIds(one.recorded), withoutIds(other.recorded))
    },
  )

  verifies(
    'decisions.13.same_behavior',
    'answers and pushes are the same as those of the storage in memory',
    async () => {
      const [own, others] = [await playsOf(storage, newest), await playsOf(memoryDatabase, newest)]
      assert.deepEqual(
        own.map(({ recorded }) => withoutIds(recorded)),
        others.map(({ recorded }) => withoutIds(recorded)),
      )
    },
  )
})
