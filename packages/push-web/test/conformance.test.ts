import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { type DeviceFate, testPushService } from '@parley/conformance'
import webPushLibrary from 'web-push'
import { certificate } from '../../../test/support/certificate.js'
import { webPush } from '../src/index.js'
import { Browser, type PushResponse, Receiver } from './receiver.js'

const vapid = { subject: 'mailto:ops@example.com', ...webPushLibrary.generateVAPIDKeys() }
const fates: Readonly<Record<DeviceFate, PushResponse | null>> = {
  ...{ taken: { status: 201 }, forgotten: { status: 410 }, failing: { status: 500 }, silent: null },
}

function tokenOf(receiver: Receiver, answer: PushResponse | null): string {
  const path = `/${randomUUID()}`
  receiver.answers.set(path, answer)
  return new Browser(`${receiver.origin}${path}`).token
}

testPushService({
  test,
  async factory() {
    const receiver = new Receiver()
    await receiver.start()
    const service = webPush({ vapid, allowPrivateTargets: true, ca: certificate.cert })
    const newToken = (_: unknown, fate: DeviceFate) => tokenOf(receiver, fates[fate])
    const sentTo = (token: string) => receiver.received.filter(({ path }) => token.includes(path)).length
    return { service, newToken, sentTo, cleanup: async () => receiver.stop() }
  },
  supports: { platforms: ['web'], deadTokens: true },
})
