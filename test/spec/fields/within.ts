/** The fields of the parts of one section: `within('chat.md "Events"', { message: '…' })`. */
export function within(
  section: string,
  parts: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(parts).map(([part, fields]) => [`${section}, ${part}`, fields]))
}

/** Actions that answer nothing: their response has no fields. */
export function answeringNothing(...actions: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(actions.map((action) => [`${action} response`, '']))
}
