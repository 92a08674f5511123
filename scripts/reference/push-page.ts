import { type PushContract, schemaFor } from '../../packages/core/src/contract/define.js'
import { page } from '../markdown.js'
import { pushFrame, rtmAddress } from './calls.js'
import { differences, linesByVersions } from './differences.js'
import { apiTitles, type Entry, newestOf } from './entries.js'
import { fieldTables, type Place } from './field-tables.js'
import { isSameName, type PushExample, type Recording } from './recording.js'

const place: Place = { toReference: '../../' }

/** Returns the page of a push: its newest version in full, then the differences of older versions. */
export function pushPage(entry: Entry<PushContract>, recording: Recording): string {
  const [newest] = entry.variants
  if (newest === undefined) throw new TypeError(`${entry.name} has no contract`)
  const version = newestOf(newest)
  const versions = entry.variants.flatMap((contract) => contract.versions).toSorted()
  const example = exampleOf(entry, recording)
  return page(`\`${entry.name}\``, [
    `A push of the [${apiTitles[entry.api]}](../../README.md#${entry.api}-api), in ${versions.join(', ')}. ${newest.summary}`,
    '',
    '## Payload',
    '',
    ...fieldTables(schemaFor(newest.payload, version), place, 'answer'),
    ...olderVersions(entry, newest),
    ...causes(entry, recording),
    '',
    '## Example',
    '',
    `On \`${rtmAddress(example.api, example.version)}\`; on the connection that sent the request, the push also contains \`request_id\`:`,
    '',
    ...pushFrame(example),
  ])
}

function olderVersions({ variants }: Entry<PushContract>, newest: PushContract): readonly string[] {
  const version = newestOf(newest)
  const lines = variants.flatMap((contract) =>
    contract.versions
      .filter((other) => other !== version)
      .flatMap((other) => {
        const payload = schemaFor(contract.payload, other)
        return differences(schemaFor(newest.payload, version), payload, place).map(
          (line) => [other, line] as const,
        )
      }),
  )
  return lines.length === 0 ? [] : ['', '## Older versions', '', ...linesByVersions(lines)]
}

function causes({ api, name }: Entry<PushContract>, recording: Recording): readonly string[] {
  const found = recording.causes.filter(({ push }) => isSameName(push, { api, name }))
  if (found.length === 0) return []
  const links = found.map(
    ({ action }) =>
      `- [\`${action.name}\`](../../${action.api}/${action.name}.md) (${apiTitles[action.api]})`,
  )
  return ['', '## Caused by', '', ...links]
}

function exampleOf({ api, name }: Entry<PushContract>, { pushes }: Recording): PushExample {
  const found = pushes.find((example) => isSameName(example, { api, name }))
  if (found === undefined) throw new Error(`scripts/reference/scenes causes no ${api} ${name}`)
  return found
}
