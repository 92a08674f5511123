/** Longer names are cut, which file systems and headers could not hold. */
const maxNameBytes = 200
const maxExtensionLength = 16
const fallback = 'file'

/**
 * Controls, what turns the direction of writing, byte order marks, lone surrogates, and code points that are no characters.
 * Other format characters are part of how a name is written: joiners of Persian words and of emoji, tags of flags.
 */
const removed = /[\p{Cc}\p{Bidi_Control}\ufeff\p{Cs}\p{Co}\p{Noncharacter_Code_Point}\u2028\u2029]/gu
const onlyUnseen = /^[\p{Cf}\p{Default_Ignorable_Code_Point}]*$/u
/** What some file system, shell or header takes for something else. */
const special = /[<>:"|?*]/g
/** Names that Windows takes for devices, with any extension. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

/**
 * The name that a file is shown with and saved under, of the one that the client gave: its last segment, without what
 * misleads or leads elsewhere, not hidden, and at most 200 bytes of UTF-8, its extension included.
 */
export function toFileName(given: string | undefined): string {
  const segment = (given ?? '').split(/[/\\]/).at(-1) ?? ''
  const visible = segment.replace(removed, '').replace(special, '_').replace(/\s+/gu, ' ')
  const bare = visible.replace(/^[. ]+/, '').replace(/[. ]+$/, '')
  const name = bare.replace(device, (taken) => `${taken}_`)
  return onlyUnseen.test(name) ? fallback : cut(name)
}

/** What joins nothing any more. */
const cutEnd = /[\s\u200c\u200d]+$/u

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
  return `${stem.replace(cutEnd, '')}${extension}`
}
