import type { Ctx } from '../../platform/kernel/ctx.ts'
import { traced } from '../../platform/tracing/trace.ts'
import { noteConflicts, noteMissedConflicts } from './note-conflicts.ts'

type Revision = { readonly environmentId: string; readonly number: number }

/**
 * Tells open changes of every new revision, one after the other, so that those it clashes with become conflicted at once.
 * Several servers may be told of the same revision: the first one reconciles. Whoever acts on a change reconciles it
 * anyway, so a revision that is missed here costs only time.
 */
export class Conflicts {
  readonly #ctx: Ctx
  #work: Promise<void> = Promise.resolve()

  constructor(ctx: Ctx) {
    this.#ctx = ctx
  }

  /** Looks once at everything that was published while no server ran. */
  start(): void {
    this.#then(() => noteMissedConflicts(this.#ctx))
  }

  onRevision(revision: Revision): void {
    this.#then(() => noteConflicts(this.#ctx, revision))
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
