import { definePush } from '../../define.js'
import * as alike from '../alike.js'
import { everyVersion } from './every-version.js'

export const chatScopesUpdated = definePush({ ...everyVersion, ...alike.chatScopesUpdated })
export const chatPropertiesUpdated = definePush({ ...everyVersion, ...alike.chatPropertiesUpdated })
export const chatThreadPropertiesUpdated = definePush({
  ...everyVersion,
  ...alike.chatThreadPropertiesUpdated,
})
