import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FloorChat, User } from './floor-chat.js'
import type { Owner } from './journal.js'

interface SendRequest {
  readonly payload: { readonly chat_id: string; readonly event: { readonly text: string } }
}

interface StartRequest {
  readonly payload: {
    readonly chat: { readonly thread: { readonly events: readonly [{ readonly text: string }] } }
  }
}

export function answerHttp(chat: FloorChat, request: IncomingMessage, response: ServerResponse): void {
  const token = request.headers.authorization?.slice('Bearer '.length) ?? ''
  if (request.method === 'GET') chat.checkToken(token, (owner) => answerCheck(response, token, owner))
  else answerAction(chat, token, request, response)
}

function answerAction(
  chat: FloorChat,
  token: string,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  let body = ''
  request.setEncoding('utf8')
  request.on('data', (chunk: string) => {
    body += chunk
  })
  request.on('end', () => {
    const user = chat.userOf(token)
    if (user === undefined) answer(response, 401, {})
    else if (request.url?.startsWith('/agent') === true) answerSend(chat, user, body, response)
    else answerStart(chat, user, body, response)
  })
}

function answerSend(chat: FloorChat, user: User, body: string, response: ServerResponse): void {
  const { payload }: SendRequest = JSON.parse(body)
  chat.send(user, payload.chat_id, payload.event.text, (event) => answer(response, 200, { event }))
}

function answerStart(chat: FloorChat, user: User, body: string, response: ServerResponse): void {
  const { payload }: StartRequest = JSON.parse(body)
  const [{ text }] = payload.chat.thread.events
  chat.start(user, text, (chat_id, { id }) => answer(response, 200, { chat_id, event_ids: [id] }))
}

function answerCheck(response: ServerResponse, token: string, owner: Owner | undefined): void {
  if (owner === undefined || owner.expiresAt < Date.now()) {
    answer(response, 401, {})
    return
  }
  answer(response, 200, {
    access_token: token,
    expires_in: Math.ceil((owner.expiresAt - Date.now()) / 1_000),
    client_id: owner.clientId,
    scope: owner.scopes,
    token_type: 'Bearer',
    entity_id: owner.id,
    license_id: owner.licenseId,
  })
}

function answer(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body)
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  })
  response.end(text)
}
