/** Returns the fields of the parts of one section, for example `within('chat.md "Events"', { message: '…' })`. */
export function within(
  section: string,
  parts: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(parts).map(([part, fields]) => [`${section}, ${part}`, fields]))
}

/** Returns entries for actions whose responses have no fields. */
export function answeringNothing(...actions: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(actions.map((action) => [`${action} response`, '']))
}
