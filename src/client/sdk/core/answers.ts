/** One flag as OFREP answers it: what a browser gets of a flag, never its rules. */
export type Answer = {
  readonly key: string
  /** Absent: the program's own default. */
  readonly value?: unknown
  readonly variant?: string
  readonly reason?: string
  readonly errorCode?: string
  readonly errorDetails?: string
}

/** The answers for one context; what a server that renders a page hands over to the browser. */
export type Answers = { readonly flags: readonly Answer[] }
