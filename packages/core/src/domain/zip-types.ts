const entrySignature = Buffer.from('PK\x01\x02', 'latin1')
const entryBytes = 46
const maxEntryCount = 10_000

/**
 * The type of a zip file that contains an entry with this name, by the formats' own definitions (ECMA-376, JAR,
 * Android). The first match counts. Zip files whose first entry is `mimetype`, such as EPUB and OpenDocument, are
 * recognized by that entry before this list is used.
 */
const types: readonly (readonly [name: string, type: string])[] = [
  ['word/document.xml', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['xl/workbook.xml', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['ppt/presentation.xml', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
  ['visio/document.xml', 'application/vnd.visio'],
  ['AndroidManifest.xml', 'application/vnd.android.package-archive'],
  ['META-INF/MANIFEST.MF', 'application/java-archive'],
]

/** The types of documents with macros, so that the recipient can see that they contain some. */
const macros: readonly (readonly [name: string, document: string, type: string])[] = [
  ['word/vbaProject.bin', 'word/document.xml', 'application/vnd.ms-word.document.macroenabled.12'],
  ['xl/vbaProject.bin', 'xl/workbook.xml', 'application/vnd.ms-excel.sheet.macroenabled.12'],
  [
    'ppt/vbaProject.bin',
    'ppt/presentation.xml',
    'application/vnd.ms-powerpoint.presentation.macroenabled.12',
  ],
]

/**
 * Returns the type of a zip file by the names in its directory, which is at the end of the file, or `undefined` when
 * the names do not reveal a more specific type.
 */
export function detectZipType(tail: Buffer): string | undefined {
  const names = namesIn(tail)
  const withMacros = macros.find(([name, document]) => names.has(name) && names.has(document))
  if (withMacros !== undefined) return withMacros[2]
  return types.find(([name]) => names.has(name))?.[1]
}

function namesIn(tail: Buffer): ReadonlySet<string> {
  const names = new Set<string>()
  let at = tail.indexOf(entrySignature)
  for (let count = 0; at >= 0 && at + entryBytes <= tail.length && count < maxEntryCount; count += 1) {
    const nameBytes = tail.readUInt16LE(at + 28)
    names.add(tail.toString('utf8', at + entryBytes, at + entryBytes + nameBytes))
    const next = at + entryBytes + nameBytes + tail.readUInt16LE(at + 30) + tail.readUInt16LE(at + 32)
    const isNext = tail.subarray(next, next + 4).equals(entrySignature)
    // The signature may have been part of the content, or of an incomplete entry.
    at = isNext ? next : tail.indexOf(entrySignature, at + 4)
  }
  return names
}
