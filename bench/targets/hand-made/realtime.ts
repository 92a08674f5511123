import type { Server as HttpServer } from 'node:http'
import { Server } from 'socket.io'
import type { ChatDatabase, Message, User } from './database.js'

interface SendRequest {
  readonly chat_id: string
  readonly event: { readonly text: string }
}

interface ClientEvents {
  send_event(request: SendRequest, answer: (result: { readonly event: Message }) => void): void
}

interface ServerEvents {
  incoming_event(message: Message): void
}

/**
 * Creates the Socket.IO server as its documentation shows: a token in the handshake, a room for each chat,
 * acknowledgments.
 */
export function createRealtime(server: HttpServer, database: ChatDatabase): Server {
  const io = new Server<ClientEvents, ServerEvents, Record<string, never>, { user?: User }>(server)
  io.use((socket, next) => {
    const { token } = socket.handshake.auth
    const user = typeof token === 'string' ? database.findUser(token) : undefined
    if (user === undefined) return next(new Error('unauthorized'))
    socket.data.user = user
    next()
  })
  io.on('connection', (socket) => {
    const { user } = socket.data
    if (user === undefined) return void socket.disconnect()
    void socket.join([...database.chatsOf(user.id)])
    socket.on('send_event', ({ chat_id, event }, answer) => {
      const message = database.save(user, chat_id, event.text)
      socket.to(chat_id).emit('incoming_event', message)
      answer({ event: message })
    })
  })
  return io
}
