/**
 * Maximum length of a file name, in bytes of UTF-8. File systems and headers cannot hold longer names, so they are cut.
 */
const maxNameBytes = 200
const maxExtensionLength = 16
const fallback = 'file'

/**
 * Characters that are removed: controls, characters that change the direction of writing, byte order marks, lone
 * surrogates and code points without a character. Other format characters stay because names are written with them:
 * joiners in Persian words and emoji, tags in flags.
 */
const removed = /[\p{Cc}\p{Bidi_Control}\ufeff\p{Cs}\p{Co}\p{Noncharacter_Code_Point}\u2028\u2029]/gu
const onlyUnseen = /^[\p{Cf}\p{Default_Ignorable_Code_Point}]*$/u
/** Characters with a special meaning to some file system, shell or header. */
const special = /[<>:"|?*]/g
/** Names that Windows reserves for devices, with any extension. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

/**
 * Returns the name under which a file is shown and saved. Takes the last path segment of the name that the client gave,
 * removes misleading characters and leading dots, and cuts it to 200 bytes of UTF-8 including the extension.
 */
export function toFileName(given: string | undefined): string {
  const segment = (given ?? '').split(/[/\\]/).at(-1) ?? ''
  const visible = segment.replace(removed, '').replace(special, '_').replace(/\s+/gu, ' ')
  const bare = visible.replace(/^[. ]+/, '').replace(/[. ]+$/, '')
  const name = bare.replace(device, (taken) => `${taken}_`)
  return onlyUnseen.test(name) ? fallback : cut(name)
}

/** Blanks and joiners at the place of the cut, where they no longer join anything. */
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
