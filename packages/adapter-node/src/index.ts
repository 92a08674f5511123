export { attachRtm, type RtmAttachment, type UpgradeSource } from './attach.js'
export { createListener, type RequestListener } from './listener.js'
export { type ParleyServer, type ServeOptions, serve } from './serve.js'
export { createUpgradeHandler, type UpgradeHandler } from './upgrade.js'
