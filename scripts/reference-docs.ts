import { configErrorTable } from '../packages/core/src/config-error.js'
import { closeCodes } from '../packages/core/src/edge/rtm/close-codes.js'
import { errorTable, oauthErrorTable } from '../packages/core/src/errors.js'
import { page, table } from './markdown.js'
import { optionsPage } from './options-page.js'
import { apiDocuments, apiPages } from './reference/pages.js'
import type { Recording } from './reference/recording.js'

/** Folders in which nothing else stands. */
export const generatedFolders = ['docs/reference/', 'docs/openapi/', 'docs/asyncapi/']

/**
 * What is written from the source, so that it cannot drift from it: by path from the root of the repository. The examples
 * are what an engine was recorded to answer.
 */
export function referenceFiles(recording: Recording): ReadonlyMap<string, string> {
  return new Map([
    ['docs/options.md', optionsPage()],
    ['docs/errors.md', errorsPage()],
    ...apiPages(recording),
    ...apiDocuments(recording),
  ])
}

function errorsPage(): string {
  return page('Errors', [
    'A failed request returns `{"error":{"type","message","data"?}}`. Over HTTP it has the status below. Over RTM it is',
    'the `payload` of a response with `"success":false`.',
    '',
    '- Branch on `type`. Messages may change.',
    '- `message` begins with the default below, and may go on with what is wrong and where.',
    '- A failure of type `internal` or `service_unavailable` is logged. Over HTTP the header `X-Request-Id` has the id',
    '  of the log line, which many failures of one kind share ([the log](deployment.md#the-log)). This also applies to',
    '  `server_error` and `temporarily_unavailable` below.',
    '',
    ...table(
      ['Type', 'HTTP status', 'Default message', 'A retry may help'],
      Object.entries(errorTable).map(([type, { status, message, isRetryable }]) => {
        return [`\`${type}\``, String(status), message, isRetryable ? 'yes' : 'no']
      }),
    ),
    '',
    '## Authorization service',
    '',
    'Its endpoints respond in the OAuth form (RFC 6749 §5.2): `{"error","error_description"}`.',
    '',
    ...table(
      ['Error', 'HTTP status', '`WWW-Authenticate`'],
      Object.entries(oauthErrorTable).map(([code, { status, challenge }]) => {
        return [`\`${code}\``, String(status), challenge ?? '']
      }),
    ),
    '',
    '## Close codes',
    '',
    'Parley closes a real-time connection with one of these codes, or with a code of the websocket protocol itself.',
    '',
    ...table(
      ['Code', 'Why'],
      Object.entries(closeCodes).map(([name, code]) => [String(code), words(name)]),
    ),
    '',
    '## Config errors',
    '',
    'A wrong option, a wrong argument or a wrong way of mounting Parley throws a `ParleyConfigError`, which extends',
    '`TypeError`. `code` is one of these, `option` is the path of the option or argument (`limits.bodyBytes`,',
    '`sqliteStorage.filename`), and `message` says how to fix it. Clients never see these errors.',
    '',
    ...table(
      ['Code', 'Meaning', 'Fix'],
      Object.entries(configErrorTable).map(([code, { meaning, fix }]) => [`\`${code}\``, meaning, fix]),
    ),
  ])
}

/** `loginTimeout` → `login timeout` */
function words(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}
