import type { Client, ClientResponse } from './client.js'
import { run, skipWithout } from './processes.js'
import type { RequestCase } from './request-cases.js'

/** The client curl, which asks for an upgrade to HTTP/2 with each unencrypted request. */
export const curl: Client = {
  name: 'curl --http2',
  skip: skipWithout('curl'),
  async ask(origin, requests) {
    const answers: ClientResponse[] = []
    for (const one of requests) answers.push(await requestOne(origin, one))
    return answers
  },
}

async function requestOne(
  origin: string,
  { method, target, headers, body, isChunked }: RequestCase,
): Promise<ClientResponse> {
  const flags = [
    ...['--silent', '--show-error', '--insecure', '--http2', '--max-time', '10'],
    ...['--write-out', '\n%{http_code}', '--request', method],
    ...headers.flatMap(([name, value]) => ['--header', `${name}: ${value}`]),
    ...(body === '' ? [] : isChunked ? ['--upload-file', '-'] : ['--data-binary', '@-']),
    origin + target,
  ]
  const output = await run('curl', flags, body)
  const end = output.lastIndexOf('\n')
  return { status: Number(output.slice(end + 1)), body: output.slice(0, end) }
}
