/** How a case reaches the server. Addresses have no slash at the end. */
export interface ServerAddress {
  readonly baseUrl: string
  readonly websocketUrl: string
  /** Resolves once every node has received the effects of earlier responses; see `ServerFixture.arrived`. */
  arrived(): Promise<void>
}
