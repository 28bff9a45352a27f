import { takeDueLooks } from '../domain/guards/take-due-looks.ts'
import { takeDueSteps } from '../domain/ramps/take-due-steps.ts'
import type { MeasureCtx, SecretCtx } from '../kernel/ctx.ts'

/** How often it is looked whether a step is due, or a flag of a ramp has moved. */
const everyMs = 500

/** Looks at the guards of ramps and takes their steps when the time comes. Any number of servers may run one. */
export class Ramps {
  readonly #ctx: SecretCtx & MeasureCtx
  readonly #allowPrivate: boolean
  #timer: NodeJS.Timeout | undefined
  #round: Promise<void> = Promise.resolve()
  #looks: Promise<void> | undefined
  #closed = false
  #resting = false

  constructor(ctx: SecretCtx & MeasureCtx, allowPrivateAddresses: boolean) {
    this.#ctx = ctx
    this.#allowPrivate = allowPrivateAddresses
  }

  start(): void {
    this.#round = this.#look()
  }

  /** Finishes the round that is going on, and begins no other until what is returned is called. */
  async rest(): Promise<() => void> {
    this.#resting = true
    await this.#stop()
    return () => {
      this.#resting = false
      if (!this.#closed) this.start()
    }
  }

  /** Finishes the round that is going on. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#stop()
  }

  async #stop(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#round
    await this.#looks
  }

  async #look(): Promise<void> {
    // other systems may take their time to answer: no step of another ramp waits for them
    this.#looks ??= this.#lookAtGuards()
    try {
      await takeDueSteps(this.#ctx)
    } catch (error) {
      this.#ctx.log.warn({ error: String(error) }, 'ramps cannot be read now; the next round tries again')
    }
    if (!this.#closed && !this.#resting) this.#timer = setTimeout(() => this.start(), everyMs)
  }

  async #lookAtGuards(): Promise<void> {
    try {
      await takeDueLooks(this.#ctx, this.#allowPrivate)
    } catch (error) {
      this.#ctx.log.warn({ error: String(error) }, 'guards cannot be read now; the next round tries again')
    }
    this.#looks = undefined
  }
}
