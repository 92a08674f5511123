const entrySignature = Buffer.from('PK\x01\x02', 'latin1')
const entryBytes = 46
const maxEntryCount = 10_000

/**
 * What a zip file is of that holds one of these, by the formats' own names (ECMA-376, JAR, Android). The first counts; a `zip`
 * whose first entry is its `mimetype`, such as EPUB and OpenDocument, is told by that.
 */
const types: readonly (readonly [name: string, type: string])[] = [
  ['word/document.xml', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['xl/workbook.xml', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['ppt/presentation.xml', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
  ['visio/document.xml', 'application/vnd.visio'],
  ['AndroidManifest.xml', 'application/vnd.android.package-archive'],
  ['META-INF/MANIFEST.MF', 'application/java-archive'],
]

/** The same with macros, which the reader shall know of. */
const macros: readonly (readonly [name: string, document: string, type: string])[] = [
  ['word/vbaProject.bin', 'word/document.xml', 'application/vnd.ms-word.document.macroenabled.12'],
  ['xl/vbaProject.bin', 'xl/workbook.xml', 'application/vnd.ms-excel.sheet.macroenabled.12'],
  [
    'ppt/vbaProject.bin',
    'ppt/presentation.xml',
    'application/vnd.ms-powerpoint.presentation.macroenabled.12',
  ],
]

/** The type of a zip file by the names in its directory, which is its end; `undefined`: it is a zip file and no more is told. */
export function typeOfZip(tail: Buffer): string | undefined {
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
    // What looks like an entry may have been content, or one that is cut.
    at = isNext ? next : tail.indexOf(entrySignature, at + 4)
  }
  return names
}
