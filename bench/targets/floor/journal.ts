/** A message to store; `done` is called with its order in the chat once it is durable. */
export interface Entry {
  readonly id: string
  readonly chatId: number
  readonly authorId: string
  readonly text: string
  readonly createdAt: number
  readonly done: (order: number) => void
}

/** The first message of a chat; `done` is called with the number of the chat once both are durable. */
export type Start = Omit<Entry, 'chatId' | 'done'> & { readonly done: (chatId: number) => void }

/** Owner of a token, as stored in the database. */
export interface Owner {
  readonly id: string
  readonly clientId: string
  readonly scopes: string
  readonly licenseId: number
  readonly expiresAt: number
}

/** The durable storage of a floor server. */
export interface Journal {
  append(entry: Entry): void
  startChat(start: Start): void
  insertTokens(owners: ReadonlyMap<string, Owner>): Promise<void>
  /** Creates `count` chats with numbers from 1. */
  insertChats(count: number, createdAt: number): Promise<void>
  findToken(hash: string, found: (owner: Owner | undefined) => void): void
  close(): Promise<void>
}
