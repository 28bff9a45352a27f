/** One flag as OFREP answers it: what a browser gets of a flag, never its rules. */
export type Answer = {
  readonly key: string
  /** Absent: the program's own default. */
  readonly value?: unknown
  readonly variant?: string
  readonly reason?: string
  /** What OFREP has no word of its own for: a reason beside `UNKNOWN`, and a warning. */
  readonly metadata?: {
    readonly reason?: string
    readonly warning?: 'TARGETING_KEY_MISSING'
    /** The run that measures it, and the attribute that names its units. */
    readonly run?: number
    readonly by?: string
  }
  readonly errorCode?: string
  readonly errorDetails?: string
}

/** The answers for one context; what a server that renders a page hands over to the browser. */
export type Answers = { readonly flags: readonly Answer[] }
