export { type WebPushOptions, webPush } from './web-push.js'
