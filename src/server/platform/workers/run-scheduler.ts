import { checkRunsOfChangedFlags } from '../../features/experiments/check-runs-of-changed-flags.ts'
import { analyseDueRuns } from '../../features/experiments/results/analyse-due-runs.ts'
import type { LeasedRun } from '../../features/experiments/results/lease-queries.ts'
import { takeDueGuardChecks } from '../../features/ramps/guards/take-due-guard-checks.ts'
import type { LeasedLook } from '../../features/ramps/look-queries.ts'
import { takeDueSteps } from '../../features/ramps/take-due-steps.ts'
import { readActiveRuns } from '../../features/runs/queries.ts'
import type { EventStoreCtx, SecretCtx } from '../kernel/ctx.ts'
import type { PrivateAddressAllowance } from '../outbound/allowance.ts'

/** Interval between checks for due steps and analyses, and for changed flags of ramps and experiments. */
const everyMs = 500

/**
 * How late reports may arrive, and whether applications have had that long to send them since this server last rejected
 * any.
 */
export type ReportGrace = { readonly ms: number; readonly isOver: () => boolean }

const noGrace: ReportGrace = { ms: 0, isOver: () => true }

const nothingRuns = { ramps: false, experiments: false }

/**
 * Evaluates the guards of ramps and takes due steps; follows the flags of experiments and runs their analyses. Any
 * number of servers may run one.
 */
export class RunScheduler {
  readonly #ctx: SecretCtx & EventStoreCtx
  readonly #allowPrivate: PrivateAddressAllowance
  readonly #mayTakeDueWork: () => boolean
  readonly #grace: ReportGrace
  readonly #unreleasedLooks: LeasedLook[] = []
  readonly #unreleasedRuns: LeasedRun[] = []
  #timer: NodeJS.Timeout | undefined
  #round: Promise<void> = Promise.resolve()
  #looks: Promise<void> | undefined
  #looksAtRuns: Promise<void> | undefined
  #closed = false
  #resting = false

  constructor(
    ctx: SecretCtx & EventStoreCtx,
    allowPrivateAddresses: PrivateAddressAllowance,
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

  /** Finishes the current round and starts no other until the returned function is called. */
  async rest(): Promise<() => void> {
    this.#resting = true
    await this.#stop()
    return () => {
      this.#resting = false
      if (!this.#closed) this.start()
    }
  }

  /** Finishes the current round. */
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
      // A single query if nothing is running.
      const { ramps, experiments } = this.#mayTakeDueWork() ? await readActiveRuns(this.#ctx.db) : nothingRuns
      // Not awaited: other systems may respond slowly, and steps of other ramps must not wait for them.
      if (ramps) this.#looks ??= this.#lookAtGuards()
      // The same for analyses of experiments, which also wait until buffered reports have arrived.
      if (experiments && this.#grace.isOver()) this.#looksAtRuns ??= this.#lookAtRuns()
      if (ramps) await takeDueSteps(this.#ctx)
      if (experiments) await checkRunsOfChangedFlags(this.#ctx)
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
      await takeDueGuardChecks(this.#ctx, this.#allowPrivate, this.#unreleasedLooks)
    } catch (error) {
      this.#ctx.log.warn({ error: String(error) }, 'guards cannot be read now; the next round tries again')
    }
    this.#looks = undefined
  }

  async #lookAtRuns(): Promise<void> {
    try {
      await analyseDueRuns(this.#ctx, this.#grace.ms, this.#unreleasedRuns)
    } catch (error) {
      this.#ctx.log.warn({ error: String(error) }, 'experiments cannot be looked at now; the next round tries again')
    }
    this.#looksAtRuns = undefined
  }
}
