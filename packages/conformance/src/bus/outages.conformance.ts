import assert from 'node:assert/strict'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Inbox } from './inbox.js'
import type { BusNode } from './node.js'
import { startNode } from './node.js'
import type { BusCases, BusContext } from './suite.js'
import { within } from './within.js'

/**
 * Disconnects both nodes from the broker, runs `meanwhile`, and reconnects them. Resolves once both have reported a
 * possible loss.
 */
async function sufferOutage({ here, there, outage }: BusContext, meanwhile = async () => {}): Promise<void> {
  const counts = [here.resumed.count, there.resumed.count]
  await outage.begin()
  for (const { bus } of [here, there]) await away(bus)
  await meanwhile()
  await outage.end()
  for (const [index, node] of [here, there].entries()) await node.resumed.waitForMoreThan(counts[index] ?? 0)
}

/** Resolves once the bus has noticed that its connection is gone. */
async function away(bus: BusNode['bus']): Promise<void> {
  let isWanted = true
  const noticed = (async () => {
    while (isWanted) {
      try {
        await bus.ping()
      } catch {
        return
      }
      await nextTurn()
    }
  })()
  await within(noticed, () => 'the bus answers though it is away').finally(() => {
    isWanted = false
  })
}

export function outageCases(cases: BusCases): void {
  cases.addIf('outages', 'a bus that cannot be reached does not start', async ({ another, outage }) => {
    await outage.begin()
    await assert.rejects(startNode(another()))
    await outage.end()
  })

  cases.addIf('outages', 'ping fails during an outage and works again afterwards', async (context) => {
    await sufferOutage(context)
    for (const { bus } of [context.here, context.there]) await bus.ping()
  })

  cases.addIf(
    'outages',
    'a subscription during an outage is refused and receives nothing',
    async (context) => {
      const late: unknown[] = []
      await sufferOutage(context, async () => {
        await assert.rejects(context.there.bus.subscribe(1, (message) => late.push(message)))
      })
      const inbox = await context.there.listen(1)
      await context.here.publish(1, 'one')
      await inbox.waitForCount(1)
      assert.deepEqual(late, [])
    },
  )

  cases.addIf(
    'outages',
    'after an outage resumed is called, and every later message arrives',
    async (context) => {
      const { here, there } = context
      const inboxes = [await there.listen(1), await there.listen(2)]
      for (let round = 1; round <= 2; round += 1) {
        await sufferOutage(context)
        for (const [index, inbox] of inboxes.entries()) {
          await here.publish(index + 1, `after ${round}`)
          await inbox.waitForMessage(`after ${round}`)
        }
      }
    },
  )

  cases.addIf(
    'outages',
    'messages published during an outage arrive in order and never twice',
    async (context) => {
      const { here, there } = context
      const inbox = await there.listen(1)
      let number = 0
      const published: Promise<unknown>[] = []
      const publish = () => {
        number += 1
        published.push(here.publish(1, number).catch(() => undefined))
      }
      const publishing = setInterval(publish, 1)
      try {
        await inbox.waitForCount(1)
        await sufferOutage(context)
      } finally {
        clearInterval(publishing)
      }
      await within(Promise.all(published), () => 'publishing never ends')
      await here.publish(1, 'last')
      const numbers = await receivedNumbers(inbox)
      assert.deepEqual(
        numbers,
        [...new Set(numbers)].sort((one, other) => one - other),
      )
    },
  )

  cases.addIf('outages', 'a subscription that ended during the outage receives nothing', async (context) => {
    const { here, there } = context
    const [ended, other] = [await there.listen(1), await there.listen(1)]
    await sufferOutage(context, async () => ended.subscription?.end())
    await here.publish(1, 'one')
    assert.ok((await other.waitForMessage('one')).includes('one'))
    assert.deepEqual(ended.messages, [])
  })

  cases.addIf('outages', 'it can be closed during an outage', async ({ here, outage }) => {
    await outage.begin()
    await away(here.bus)
    const published = here.publish(1, 'never')
    await Promise.all([assert.rejects(published), within(here.bus.close(), () => 'it does not close')])
    await outage.end()
    await assert.rejects(here.bus.ping())
  })
}

async function receivedNumbers(inbox: Inbox): Promise<readonly number[]> {
  const numbers = await inbox.waitForMessage('last')
  return numbers.filter((message) => typeof message === 'number')
}
