import { fileURLToPath } from 'node:url'
import type { Client } from './client.js'
import { run, skipWithout } from './processes.js'
import type { RequestCase } from './request-cases.js'

const program = fileURLToPath(new URL('Ask.java', import.meta.url))

/** The client `java.net.http.HttpClient` with default options, which asks each unencrypted server for HTTP/2. */
export const java: Client = {
  name: "Java's default client",
  skip: skipWithout('java'),
  async ask(origin, requests) {
    const output = await run('java', [program], requests.map((one) => lineOf(origin, one)).join(''))
    const lines = output.trimEnd().split('\n')
    return lines.map((line) => {
      const [status, body = ''] = line.split(' ')
      return { status: Number(status), body: Buffer.from(body, 'base64').toString() }
    })
  },
}

function lineOf(origin: string, { method, target, headers, body, isChunked }: RequestCase): string {
  const encoded = Buffer.from(body).toString('base64')
  const parts = [method, origin + target, isChunked ? 'chunked' : '', encoded, ...headers.flat()]
  return `${parts.join('\t')}\n`
}
