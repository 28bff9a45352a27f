import { followFlags } from '../../features/experiments/follow-flags.ts'
import { takeDueLooksAtRuns } from '../../features/experiments/results/take-due-looks-at-runs.ts'
import { takeDueLooks } from '../../features/ramps/guards/take-due-looks.ts'
import { takeDueSteps } from '../../features/ramps/take-due-steps.ts'
import { whatRuns } from '../../features/runs/queries.ts'
import type { MeasureCtx, SecretCtx } from '../kernel/ctx.ts'
import type { Allowance } from '../outbound/allowance.ts'

/** How often it is looked whether a step or a look is due, or a flag of a ramp or an experiment has moved. */
const everyMs = 500

/** How late reports may be, and whether applications have had that long to send them since this server last took none. */
export type ReportGrace = { readonly ms: number; readonly isOver: () => boolean }

const noGrace: ReportGrace = { ms: 0, isOver: () => true }

const nothingRuns = { ramps: false, experiments: false }

/**
 * Looks at the guards of ramps and takes their steps when the time comes; follows the flags of experiments and takes their looks.
 * Any number of servers may run one.
 */
export class Ramps {
  readonly #ctx: SecretCtx & MeasureCtx
  readonly #allowPrivate: Allowance
  readonly #mayTakeDueWork: () => boolean
  readonly #grace: ReportGrace
  #timer: NodeJS.Timeout | undefined
  #round: Promise<void> = Promise.resolve()
  #looks: Promise<void> | undefined
  #looksAtRuns: Promise<void> | undefined
  #closed = false
  #resting = false

  constructor(
    ctx: SecretCtx & MeasureCtx,
    allowPrivateAddresses: Allowance,
    mayTakeDueWork = () => true,
    grace = noGrace,
  ) {
    this.#ctx = ctx
    this.#mayTakeDueWork = mayTakeDueWork
    this.#grace = grace
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
    await this.#looksAtRuns
  }

  async #look(): Promise<void> {
    try {
      // one question where nothing runs
      const { ramps, experiments } = this.#mayTakeDueWork() ? await whatRuns(this.#ctx.db) : nothingRuns
      // other systems may take their time to answer: no step of another ramp waits for them
      if (ramps) this.#looks ??= this.#lookAtGuards()
      // nor for what is reckoned of an experiment, which waits for the reports that applications kept
      if (experiments && this.#grace.isOver()) this.#looksAtRuns ??= this.#lookAtRuns()
      if (ramps) await takeDueSteps(this.#ctx)
      if (experiments) await followFlags(this.#ctx)
    } catch (error) {
      this.#ctx.log.warn(
        { error: String(error) },
        'ramps and experiments cannot be read now; the next round tries again',
      )
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

  async #lookAtRuns(): Promise<void> {
    try {
      await takeDueLooksAtRuns(this.#ctx, this.#grace.ms)
    } catch (error) {
      this.#ctx.log.warn({ error: String(error) }, 'experiments cannot be looked at now; the next round tries again')
    }
    this.#looksAtRuns = undefined
  }
}
