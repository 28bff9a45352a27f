/** After how long a start says what it waits for, and how often after that. */
const firstMs = 5_000
const againMs = 30_000

/** Prints what a start waits for if that takes long. */
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

  /** Names the next thing to wait for; a function is called when a line is due. */
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
