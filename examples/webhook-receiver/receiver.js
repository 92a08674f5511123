import { createServer } from 'node:http'
import { Webhook, WebhookVerificationError } from 'standardwebhooks'

const { WEBHOOK_SECRET, PORT = '8091' } = process.env
const maxBodyLength = 2_000_000

// Parley signs with the decoded bytes of a key that begins with whsec_, and with the text of any other key.
const format = WEBHOOK_SECRET.startsWith('whsec_') ? undefined : { format: 'raw' }
const webhook = new Webhook(WEBHOOK_SECRET, format)

const server = createServer(async (request, response) => {
  try {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) {
      body += chunk
      if (body.length > maxBodyLength) throw new WebhookVerificationError('Too long')
    }
    const { action, data } = webhook.verify(body, request.headers)
    console.log(JSON.stringify({ id: request.headers['webhook-id'], action, data }))
    response.writeHead(204).end()
  } catch (error) {
    console.error(error.message)
    response.writeHead(error instanceof WebhookVerificationError ? 401 : 500).end()
  }
}).listen(Number(PORT), '127.0.0.1', () => console.log(`Listening on port ${server.address().port}`))
