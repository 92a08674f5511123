/** How a case reaches the server: addresses without a slash at the end. */
export interface ServerAddress {
  readonly baseUrl: string
  readonly websocketUrl: string
  /** As of the fixture. */
  arrived(): Promise<void>
}
