import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { facts } from '../../test/arbitraries.js'
import {
  agentViewer,
  chatHead,
  customer,
  customerUser,
  customerViewer,
  now,
} from '../../test/domain-values.js'
import { versions } from '../contract/versions.js'
import type { Viewer } from '../views/viewer.js'
import { getConsequences } from './consequences.js'
import { CustomerTexts } from './customer-texts.js'
import { type FactOf, factChat } from './fact.js'

const viewers: readonly Viewer[] = [
  ...versions.customer.map(customerViewer),
  ...versions.agent.map(agentViewer),
]

const { customerPush, agentPush } = getConsequences('customer_updated')

function pushView(fact: FactOf<'customer_updated'>, viewer: Viewer): object | undefined {
  return viewer.api === 'customer' ? customerPush?.(fact, viewer) : agentPush?.(fact, viewer)
}

test('returns the same payload as the view, for every chat and every viewer', () => {
  const chats = fc.array(facts.customer_updated, { minLength: 2, maxLength: 3 })
  fc.assert(
    fc.property(chats, (all) => {
      const texts = new CustomerTexts()
      const [{ customer: first } = { customer: customerUser() }] = all
      for (const fact of all) {
        const shared = { ...fact, customer: { ...fact.customer, customer: first.customer } }
        for (const viewer of viewers) {
          const wire: unknown = JSON.parse(texts.encode(shared, viewer))
          assert.deepEqual(wire, JSON.parse(JSON.stringify(pushView(shared, viewer))))
        }
      }
    }),
  )
})

test('distinguishes two versions of the same customer', () => {
  const texts = new CustomerTexts()
  const nameOf = (name: string): unknown => {
    const user = customerUser({ customer: customer({ name }) })
    const fact = { name: 'customer_updated', chat: factChat(chatHead()), customer: user } as const
    return JSON.parse(texts.encode(fact, agentViewer())).customer.name
  }
  assert.deepEqual([nameOf('Kim'), nameOf('Lee')], ['Kim', 'Lee'])
})

test('encodes the shared part once for each API and version', () => {
  let readCount = 0
  const shared = customer({ bannedUntil: now })
  Object.defineProperty(shared, 'fields', {
    get() {
      readCount += 1
      return { plan: 'pro' }
    },
  })
  const texts = new CustomerTexts()
  for (const id of ['a', 'b', 'c']) {
    const chat = factChat(chatHead({ id }))
    const user = customerUser({ customer: shared })
    for (const viewer of viewers) {
      texts.encode({ name: 'customer_updated', chat, customer: user }, viewer)
    }
  }
  assert.equal(readCount, viewers.length)
})
