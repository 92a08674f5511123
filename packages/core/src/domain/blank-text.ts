/** What leaves the place blank: white space, controls, format characters and fillers of all scripts, and the blank of Braille. */
const unseen = /[\s\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]+/gu

/** Whether there is nothing in it that can be seen. */
export function isBlank(text: string): boolean {
  return text.replace(unseen, '') === ''
}
