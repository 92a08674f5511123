/**
 * Characters that show nothing: white space, control and format characters, fillers of all scripts, and the blank
 * Braille pattern.
 */
const unseen = /[\s\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]+/gu

/** Returns whether the text contains no visible character. */
export function isBlank(text: string): boolean {
  return text.replace(unseen, '') === ''
}
