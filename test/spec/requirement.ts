/** A requirement of the specification, or of a decision where the specification says nothing. */
export interface Requirement {
  /** Id in words of the specification, for example `chat.customer.send_event.request.chat_id`. */
  readonly id: string
  /** Source of the requirement, for example `chat.md "Customer API actions"` or `decisions §6.10`. */
  readonly section: string
  readonly text: string
}

/** The requirements of one section: their texts by id. */
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
    Object.entries(rows).map(([id, text]) => ({ id, section, text })),
  )
}
