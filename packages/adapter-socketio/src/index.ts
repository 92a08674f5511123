export { attachSocketIo, type SocketIoAttachment, type SocketIoHost } from './attach.js'
