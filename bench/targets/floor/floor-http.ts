import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FloorChat } from './floor-chat.js'
import type { Owner } from './journal.js'

interface SendRequest {
  readonly payload: { readonly chat_id: string; readonly event: { readonly text: string } }
}

export function answerHttp(chat: FloorChat, request: IncomingMessage, response: ServerResponse): void {
  const token = request.headers.authorization?.slice('Bearer '.length) ?? ''
  if (request.method === 'GET') chat.checkToken(token, (owner) => answerCheck(response, token, owner))
  else answerSend(chat, token, request, response)
}

function answerSend(
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
    const { payload }: SendRequest = JSON.parse(body)
    if (user === undefined) answer(response, 401, {})
    else chat.send(user, payload.chat_id, payload.event.text, (event) => answer(response, 200, { event }))
  })
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
