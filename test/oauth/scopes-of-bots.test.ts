import { blind, member, seeing } from './scope-callers.js'
import { tryEachScope } from './scope-matrix.js'

tryEachScope({
  'a bot in the chat': { permission: 'normal', standing: member, isBot: true },
  'a bot that sees the chat': { permission: 'normal', standing: seeing, isBot: true },
  'a bot that does not see the chat': { permission: 'normal', standing: blind, isBot: true },
})
