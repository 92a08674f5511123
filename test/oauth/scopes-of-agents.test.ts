import { blind, member, seeing } from './scope-callers.js'
import { tryEachScope } from './scope-matrix.js'

tryEachScope({
  'an agent in the chat': { permission: 'normal', standing: member },
  'an agent who sees the chat': { permission: 'normal', standing: seeing },
  'an agent who does not see the chat': { permission: 'normal', standing: blind },
})
