import { member, seeing } from './scope-callers.js'
import { tryEachScope } from './scope-matrix.js'

tryEachScope({
  'an administrator in the chat': { permission: 'administrator', standing: member },
  'an administrator who is not in the chat': { permission: 'administrator', standing: seeing },
})
