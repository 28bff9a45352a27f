/** What hears of an event stream. */
export type StreamListener = {
  /** Each time the stream is open, the first and after an interruption: what was said before was not heard. */
  readonly onOpen: () => void
  readonly onMessage: (data: string) => void
  /** The stream is interrupted; where it is `over`, it will not come back by itself. */
  readonly onError: (over: boolean) => void
}
