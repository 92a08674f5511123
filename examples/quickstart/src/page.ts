export interface Page {
  readonly contentType: string
  read(): Promise<Buffer>
}
