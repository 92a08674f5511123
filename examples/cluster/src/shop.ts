import { createParley } from '@parley/core'
import { postgresStorage } from '@parley/storage-postgres'

/** The license and its two persons, with their tokens. */
export interface Shop {
  readonly licenseId: number
  readonly agentToken: string
  readonly customerToken: string
}

/** Fills an empty database, before any node uses it. */
export async function openShop(postgres: string): Promise<Shop> {
  // No other node runs yet, so this engine needs no bus.
  const parley = await createParley({
    storage: postgresStorage({ connectionString: postgres }),
    bus: null,
  })
  const { licenses, agents, apps, customers, tokens } = parley.admin
  const { id: licenseId } = await licenses.create({ name: 'Boots' })
  const { id: agentId } = await agents.create({ licenseId, login: 'ada@example.com', name: 'Ada' })
  const { clientId } = await apps.create({
    ...{ licenseId, name: 'Desk', type: 'server', visibility: 'private' },
    redirectUris: ['http://127.0.0.1/'],
    scopes: ['chats--all:read', 'chats.conversation--all:write'],
  })
  const { id: customerId } = await customers.create({ licenseId, name: 'Casey' })
  const agent = await tokens.createForAgent({ licenseId, agentId, clientId })
  const customer = await tokens.createForCustomer({ licenseId, clientId, customerId })
  await parley.close()
  return { licenseId, agentToken: agent.accessToken, customerToken: customer.accessToken }
}
