import type { RtmClient } from '../support/rtm-client.js'
import type { Person } from '../support/world.js'

/** A customer and an agent who act beside the clients but receive no pushes. */
export interface Bystanders {
  readonly dana: Person
  readonly cora: Person
  readonly bob: Person
  /** Connections that have to be closed at the end. */
  readonly connections: RtmClient[]
  /** Ids of users who logged in or out, or were removed. */
  readonly movedIds: Set<string>
  readonly removedIds: Set<string>
}

/** Actions beside the calls of the clients: by the host, or by an agent who receives no pushes. */
export const sideActions = {
  'dana is banned': ({ dana }) => adminOf(dana).customers.ban(dana.id, { days: 1 }),
  'dana is unbanned': ({ dana }) => adminOf(dana).customers.unban(dana.id),
  'dana logs in': (bystanders) =>
    logIn(bystanders.dana, bystanders, { customer: { fields: { plan: 'basic' } } }),
  'cora logs in': (bystanders) => logIn(bystanders.cora, bystanders),
  'cora is logged out': (bystanders) => logOut(bystanders.cora, bystanders),
  'bob is logged out': (bystanders) => logOut(bystanders.bob, bystanders),
  'cora is removed': async ({ cora, movedIds, removedIds }) => {
    if (removedIds.has(cora.id)) return
    movedIds.add(cora.id)
    removedIds.add(cora.id)
    await adminOf(cora).agents.delete(cora.id)
  },
} as const satisfies Readonly<Record<string, (bystanders: Bystanders) => Promise<void>>>

export type SideAction = keyof typeof sideActions

/** Logs in. A banned or removed user is refused, or disconnected before the response. */
async function logIn(
  person: Person,
  { connections, movedIds }: Bystanders,
  details: object = {},
): Promise<void> {
  movedIds.add(person.id)
  const connection = await person.open()
  connections.push(connection)
  try {
    await connection.call('login', { token: person.token, ...details })
  } catch (fault) {
    if (connection.isOpen) throw fault
  }
}

async function logOut(agent: Person, { movedIds, removedIds }: Bystanders): Promise<void> {
  if (removedIds.has(agent.id)) return
  movedIds.add(agent.id)
  await adminOf(agent).agents.logOut(agent.id)
}

function adminOf({ world }: Person) {
  return world.engine.parley.admin
}
