/** Returns a text in lower case and without accents: "Renée" becomes "renee". */
export function plain(text) {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

export function wordsIn(text) {
  return plain(text).split(/\s+/).filter(Boolean)
}
