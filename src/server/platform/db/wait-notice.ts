/** Delay before the first line, and between lines. */
const firstMs = 5_000
const againMs = 30_000

/** Prints what a start is waiting for if that takes long. */
export class WaitNotice {
  readonly #print: (line: string) => void
  readonly #startedAt = performance.now()
  #waitsFor: () => Promise<string> | string
  #timer: NodeJS.Timeout

  constructor(print: (line: string) => void, waitsFor: string) {
    this.#print = print
    this.#waitsFor = () => waitsFor
    this.#timer = setTimeout(() => void this.#tell(), firstMs).unref()
  }

  /** Sets the reason for the current wait. A function is called when a line is due. */
  waitFor(what: string | (() => Promise<string> | string)): void {
    this.#waitsFor = typeof what === 'string' ? () => what : what
  }

  end(): void {
    clearTimeout(this.#timer)
  }

  async #tell(): Promise<void> {
    this.#timer = setTimeout(() => void this.#tell(), againMs).unref()
    const what = await this.#waitsFor()
    this.#print(`Starting since ${Math.round((performance.now() - this.#startedAt) / 1_000)} s: waiting for ${what}.`)
  }
}
