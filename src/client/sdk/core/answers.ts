/** The OFREP answer for one flag: what a browser receives, without rules. */
export type Answer = {
  readonly key: string
  /** Absent if the declared default applies. */
  readonly value?: unknown
  readonly variant?: string
  readonly reason?: string
  /** What OFREP cannot express: reasons it reports as `UNKNOWN`, and a warning. */
  readonly metadata?: {
    readonly reason?: string
    readonly warning?: 'TARGETING_KEY_MISSING'
    /** The run that measures the answer, and the attribute that identifies its units. */
    readonly run?: number
    readonly by?: string
  }
  readonly errorCode?: string
  readonly errorDetails?: string
}

/** The answers for one context. A server that renders a page passes them to the browser. */
export type Answers = { readonly flags: readonly Answer[] }
