export { attachRtm, type RtmAttachment, type UpgradeSource } from '@parley/adapter-node'
export { type ParleyRouter, parleyRouter } from './parley-router.js'
