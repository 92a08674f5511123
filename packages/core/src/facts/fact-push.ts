import type { PushContent } from '../push/encoded-push.js'
import type { Viewer } from '../views/viewer.js'
import type { Consequences } from './consequences.js'
import type { CustomerTexts } from './customer-texts.js'
import type { FactName, FactOf } from './fact.js'

/** The content of the push for one fact. */
export class FactPush<N extends FactName> implements PushContent {
  readonly #fact: FactOf<N>
  readonly #consequences: Consequences<FactOf<N>>
  readonly #customers: CustomerTexts

  constructor(fact: FactOf<N>, consequences: Consequences<FactOf<N>>, customers: CustomerTexts) {
    this.#fact = fact
    this.#consequences = consequences
    this.#customers = customers
  }

  get name(): string {
    return this.#fact.name
  }

  encode(viewer: Viewer): string | undefined {
    const fact = this.#fact
    if (fact.name === 'customer_updated') return this.#customers.encode(fact, viewer)
    const { customerPush, agentPush } = this.#consequences
    const payload = viewer.api === 'customer' ? customerPush?.(fact, viewer) : agentPush?.(fact, viewer)
    return payload && JSON.stringify(payload)
  }
}
