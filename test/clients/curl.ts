import type { Asked } from './asked.js'
import type { Answered, Client } from './client.js'
import { run, skipWithout } from './processes.js'

/** The client curl, which asks for an upgrade to HTTP/2 with each unencrypted request. */
export const curl: Client = {
  name: 'curl --http2',
  skip: skipWithout('curl'),
  async ask(origin, asked) {
    const answers: Answered[] = []
    for (const one of asked) answers.push(await askOne(origin, one))
    return answers
  },
}

async function askOne(
  origin: string,
  { method, target, headers, body, isChunked }: Asked,
): Promise<Answered> {
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
