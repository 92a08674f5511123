import type { Kinds, NamedKind } from './attack.js'
import { agentActions } from './kinds/agent-actions.js'
import { bounds } from './kinds/bounds.js'
import { catchingUp } from './kinds/catching-up.js'
import { configurationActions } from './kinds/configuration-actions.js'
import { connections } from './kinds/connections.js'
import { customerActions } from './kinds/customer-actions.js'
import { notReading } from './kinds/deaf.js'
import { files } from './kinds/files.js'
import { malformed } from './kinds/malformed.js'
import { oauth } from './kinds/oauth.js'
import { sizes } from './kinds/sizes.js'

const groups: readonly Kinds[] = [
  customerActions,
  agentActions,
  catchingUp,
  configurationActions,
  malformed,
  connections,
  oauth,
  sizes,
  notReading,
  bounds,
  files,
]

/** All kinds of attack. */
export const kinds: readonly NamedKind[] = groups.flatMap((group) =>
  Object.entries(group).map(([name, kind]) => ({ name, ...kind })),
)
