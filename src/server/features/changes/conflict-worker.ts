import type { Ctx } from '../../platform/kernel/ctx.ts'
import { traced } from '../../platform/tracing/trace.ts'
import { reconcileAfterRevision, reconcileOvertakenChanges } from './reconcile-after-revision.ts'

type Revision = { readonly environmentId: string; readonly number: number }

/**
 * Reconciles open changes with each new revision, one revision at a time, so that conflicts show immediately. If
 * several servers receive the same revision, the first one reconciles. Each action on a change also reconciles it, so a
 * missed revision only delays the conflict.
 */
export class ConflictWorker {
  readonly #ctx: Ctx
  #work: Promise<void> = Promise.resolve()

  constructor(ctx: Ctx) {
    this.#ctx = ctx
  }

  /** Reconciles with everything that was published while no server ran. */
  start(): void {
    this.#then(() => reconcileOvertakenChanges(this.#ctx))
  }

  onRevision(revision: Revision): void {
    this.#then(() => reconcileAfterRevision(this.#ctx, revision))
  }

  async close(): Promise<void> {
    await this.#work
  }

  #then(act: () => Promise<void>): void {
    this.#work = this.#work
      .then(() => traced('conflicts', {}, act))
      .catch((error: unknown) => {
        this.#ctx.log.warn({ error: String(error) }, 'open changes could not be told of a revision')
      })
  }
}
