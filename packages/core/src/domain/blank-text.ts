/**
 * Any character that shows something: not white space, a control or format character, a filler of any script, or the
 * blank Braille pattern.
 */
const seen = /[^\s\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Returns whether the text contains no visible character. */
export function isBlank(text: string): boolean {
  return !seen.test(text)
}
