export type StreamListener = {
  /** Called each time the stream opens, also after an interruption. Events sent before that were missed. */
  readonly onOpen: () => void
  readonly onMessage: (data: string) => void
  /** Called if the stream is interrupted. If `over` is true, it does not reconnect by itself. */
  readonly onError: (over: boolean) => void
}
