/** A part of the server. `start` runs once the database can be used; a part with a `start` is stopped only if it ran. */
export type Part = {
  readonly name: string
  readonly start?: () => unknown
  readonly stop: () => unknown
}

/** Parts in the order of their start. They stop in the reverse order, each after the one before it has stopped. */
export class Parts {
  readonly #parts: readonly Part[]
  readonly #started = new Set<Part>()
  #isStopping = false

  constructor(parts: readonly Part[]) {
    this.#parts = parts
  }

  /** Starts the parts that were not started yet; none once the shutdown has begun. */
  async start(): Promise<void> {
    for (const part of this.#parts) {
      if (this.#isStopping) return
      if (part.start === undefined || this.#started.has(part)) continue
      // Before the start: a part that fails half-way is stopped, too.
      this.#started.add(part)
      await part.start()
    }
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    for (const part of this.#parts.toReversed())
      if (part.start === undefined || this.#started.has(part)) await part.stop()
  }
}
