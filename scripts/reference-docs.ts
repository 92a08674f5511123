import { configErrorTable } from '../packages/core/src/config-error.js'
import { closeCodes, disconnectReasons } from '../packages/core/src/contract/close-codes.js'
import { errorTable, oauthErrorTable } from '../packages/core/src/errors.js'
import { validationRules } from '../packages/core/src/validation-rules.js'
import { page, table } from './markdown.js'
import { optionsPage, optionsReferencePage } from './options-page.js'
import { apiDocuments, apiPages } from './reference/pages.js'
import type { Recording } from './reference/recording.js'

/** Folders that contain only generated files. */
export const generatedFolders = ['docs/reference/', 'docs/openapi/', 'docs/asyncapi/']

/**
 * Returns every document that is generated from the source, by path from the root of the repository. The examples in
 * them were recorded from a running engine.
 */
export function referenceFiles(recording: Recording): ReadonlyMap<string, string> {
  return new Map([
    ['docs/options.md', optionsPage()],
    ['docs/options-reference.md', optionsReferencePage()],
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
    '- Branch on `type`, and of `validation` on `data.rule`. Messages may change.',
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
    '## Rules of `validation`',
    '',
    'A `validation` error has `data`: `{"path","rule","limit"?}`. `path` is the field as the caller names it, such as',
    '`payload.event.text`, `license_id` of the address, the header `Content-Type`, or `agentId` for an argument of',
    '`parley.admin`; `request` is the whole body or message, and `url` the address. `limit` is the bound that was passed,',
    'where the rule has one. The names are `validationRules` of `@parley/core/contract`.',
    '',
    ...table(
      ['Rule', 'Meaning'],
      Object.entries(validationRules).map(([rule, meaning]) => [`\`${rule}\``, meaning]),
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
    'The server closes a real-time connection with one of these codes. **Reconnect** says what the client does next:',
    '`now` connects again with the same token, `with_new_token` gets a new token first, and `never` stops, because the next',
    'connection would end in the same way. With **backoff** the client waits a random time before each attempt, and longer',
    'each time. After any other code, such as 1006 when the network fails, connect again with backoff. The tables are',
    '`closeCodes` and `disconnectReasons` of `@parley/core/contract`.',
    '',
    ...table(
      ['Code', 'Why', 'Reconnect', 'Backoff'],
      Object.entries(closeCodes).map(([code, { meaning, reconnect, backoff }]) => [
        `\`${code}\``,
        meaning,
        reconnect === 'by_reason' ? 'depends on the reason' : `\`${reconnect}\``,
        backoff ? 'yes' : 'no',
      ]),
    ),
    '',
    '## Reasons to disconnect',
    '',
    'Before 4003 and 4004 the server says why, by the `reason` of `agent_disconnected` or `customer_disconnected`. Without',
    'that push 4003 means `never`: the response to `login` says why. Socket.IO has no close codes, so the reason alone counts.',
    '',
    ...table(
      ['Reason', 'Reconnect', 'Backoff'],
      Object.entries(disconnectReasons).map(([reason, { reconnect, backoff }]) => [
        `\`${reason}\``,
        `\`${reconnect}\``,
        backoff ? 'yes' : 'no',
      ]),
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
