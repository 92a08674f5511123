import { apis } from '../../packages/core/src/contract/apis.js'
import { actionPage } from './action-page.js'
import { asyncApi } from './asyncapi.js'
import { json } from './code.js'
import { actionEntries, actionPath, chatApis, pushEntries, pushPath } from './entries.js'
import { openApi } from './openapi.js'
import { indexPage, objectsPage } from './overview-pages.js'
import { pushPage } from './push-page.js'
import type { Recording } from './recording.js'

/** Every page under docs/reference, by its path from the root of the repository. */
export function apiPages(recording: Recording): ReadonlyMap<string, string> {
  const pages = [
    ['README.md', indexPage()],
    ['objects.md', objectsPage()],
    ...actionEntries.map((entry) => [actionPath(entry.api, entry.name), actionPage(entry, recording)]),
    ...pushEntries.map((entry) => [pushPath(entry.api, entry.name), pushPage(entry, recording)]),
  ] as const
  return new Map(pages.map(([path = '', content = '']) => [`docs/reference/${path}`, content]))
}

/** An OpenAPI and an AsyncAPI document for each version of each API, by path. */
export function apiDocuments(recording: Recording): ReadonlyMap<string, string> {
  const documents = chatApis.flatMap((api) =>
    apis[api].versions.flatMap((version) => [
      [`docs/openapi/${api}-${version}.json`, openApi(api, version, recording)] as const,
      [`docs/asyncapi/${api}-${version}.json`, asyncApi(api, version)] as const,
    ]),
  )
  return new Map(documents.map(([path, document]) => [path, `${json(document)}\n`]))
}
