import express, { type Express } from 'express'
import type { Server } from 'socket.io'
import type { ChatDatabase } from './database.js'

interface SendPayload {
  readonly chat_id: string
  readonly event: { readonly text: string }
}

interface StartPayload {
  readonly chat: { readonly thread: { readonly events: readonly [{ readonly text: string }] } }
}

/** Creates the HTTP routes. They have the same addresses as Parley's, so that one client fits all targets. */
export function createApp(database: ChatDatabase, io: Server): Express {
  const app = express()
  app.use(express.json())
  const userOf = (authorization: string | undefined) =>
    database.findUser(authorization?.replace(/^Bearer /, '') ?? '')
  app.post('/agent/v0.4/action/send_event', (request, response) => {
    const user = userOf(request.headers.authorization)
    if (user === undefined) {
      response.status(401).json({ error: 'unauthorized' })
      return
    }
    const { chat_id, event }: SendPayload = request.body.payload
    const message = database.save(user, chat_id, event.text)
    io.to(chat_id).emit('incoming_event', message)
    response.json({ event: message })
  })
  app.post('/customer/v0.5/action/start_chat', (request, response) => {
    const user = userOf(request.headers.authorization)
    if (user === undefined) {
      response.status(401).json({ error: 'unauthorized' })
      return
    }
    const { chat }: StartPayload = request.body.payload
    response.json({ event: database.start(user, chat.thread.events[0].text) })
  })
  app.get('/auth/info', (request, response) => {
    const user = userOf(request.headers.authorization)
    if (user === undefined) response.status(401).json({ error: 'unauthorized' })
    else response.json({ entity_id: user.id })
  })
  return app
}
