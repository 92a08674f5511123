export interface Page {
  readonly contentType: string
  /** Whether its scripts write styles into it, which its policy then allows. */
  readonly hasInlineStyles?: boolean
  read(): Promise<Buffer>
}
