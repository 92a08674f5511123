import type { Person } from './people.js'
import type { RtmClient } from './rtm-client.js'
import type { RtmTransport } from './rtm-transport.js'
import type { Conversation, ServerContext } from './server-context.js'

/** A chat between a customer and an agent who are both connected. */
export interface Scene extends Conversation {
  readonly context: ServerContext
  readonly ada: Person
  readonly customer: Person
  readonly desk: RtmClient
  readonly shopper: RtmClient
}

export async function createScene(context: ServerContext, transport: RtmTransport): Promise<Scene> {
  const { ada } = context
  const customer = await context.customer()
  const desk = await context.connect(ada, transport)
  const conversation = await context.chatOf(customer)
  const shopper = await context.connect(customer, transport)
  await desk.readPushes()
  return { context, ada, customer, desk, shopper, ...conversation }
}
