/** Longer names are cut, which file systems and headers could not hold. */
const maxNameBytes = 200
const maxExtensionLength = 16
const fallback = 'file'

/** Controls, format characters (which turn the direction of writing, or cannot be seen), lone surrogates, unassigned ones. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\u2028\u2029]/gu
/** What some file system, shell or header takes for something else. */
const special = /[<>:"|?*]/g
/** Names that Windows takes for devices, with any extension. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

/**
 * The name that a file is shown with and saved under, of the one that the client gave: its last segment, without what
 * cannot be seen or leads elsewhere, not hidden, and at most 200 bytes of UTF-8, its extension included.
 */
export function toFileName(given: string | undefined): string {
  const segment = (given ?? '').split(/[/\\]/).at(-1) ?? ''
  const visible = segment.replace(unseen, '').replace(special, '_').replace(/\s+/gu, ' ')
  const bare = visible.replace(/^[. ]+/, '').replace(/[. ]+$/, '')
  const name = bare.replace(device, (taken) => `${taken}_`)
  return name === '' ? fallback : cut(name)
}

function cut(name: string): string {
  if (Buffer.byteLength(name) <= maxNameBytes) return name
  const dot = name.lastIndexOf('.')
  const extension = dot > 0 && name.length - dot <= maxExtensionLength ? name.slice(dot) : ''
  let left = maxNameBytes - Buffer.byteLength(extension)
  let stem = ''
  for (const character of name.slice(0, name.length - extension.length)) {
    left -= Buffer.byteLength(character)
    if (left < 0) break
    stem += character
  }
  return `${stem.trimEnd()}${extension}`
}
