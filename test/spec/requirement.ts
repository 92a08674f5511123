/** One thing that the specification, or a decision where it is silent, asks of the APIs. */
export interface Requirement {
  /** In the words of the specification: `chat.customer.send_event.request.chat_id`. */
  readonly id: string
  /** Where it stands: `chat.md "Customer API actions"`, or `decisions §6.10`. */
  readonly section: string
  readonly says: string
}

/** What one section asks for: what it says, by id. */
export interface Section<Id extends string = string> {
  readonly section: string
  readonly rows: Readonly<Record<Id, string>>
}

export function section<const Id extends string>(
  name: string,
  rows: Readonly<Record<Id, string>>,
): Section<Id> {
  return { section: name, rows }
}

export function requirementsOf(sections: readonly Section[]): readonly Requirement[] {
  return sections.flatMap(({ section, rows }) =>
    Object.entries(rows).map(([id, says]) => ({ id, section, says })),
  )
}
