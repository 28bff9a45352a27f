import { z } from 'zod'
import { list } from '../../../schemas/bounded.ts'
import { ScopeKey } from '../../../schemas/keys.ts'
import { ExperimentSummary } from '../../experiments/schemas/experiment.ts'
import { Environment, Role } from '../../projects/schemas/project.ts'
import { PromiseNews } from '../../promises/schemas/promise.ts'
import { RampSummary } from '../../ramps/schemas/ramp.ts'
import { ChangeSummary } from './change.ts'

/** The open changes of all projects that concern the caller. */
export const Inbox = z.strictObject({
  /** The projects with such changes, by name, with the caller's role in each. */
  projects: list(z.strictObject({ key: ScopeKey, name: z.string(), role: Role, environments: list(Environment) })),
  /** Most recently updated first. */
  changes: list(ChangeSummary.extend({ project: ScopeKey })),
  /** Whether there are older ones that are not included. */
  more: z.boolean(),
  /** What others did to the caller's promises, newest first. */
  promises: list(PromiseNews),
  /**
   * For callers who may publish. First the ramps that are paused until someone decides, or are held for more than an
   * hour past their hold. Then the ramps that were rolled back in the last 14 days. Within each group, most recently
   * stopped first.
   */
  ramps: list(RampSummary.extend({ project: ScopeKey, projectName: z.string() })),
  /**
   * For callers who plan experiments, until a decision is made. Includes experiments past their planned end, with a
   * sample ratio mismatch, or with a harmful guard, and those stopped in the last 14 days. `why` says what needs
   * attention.
   */
  experiments: list(ExperimentSummary.extend({ project: ScopeKey, projectName: z.string(), why: z.string() })),
})
export type Inbox = z.infer<typeof Inbox>

/** Sent over the subscription: something in the inbox may have changed. */
export const InboxEvent = z.strictObject({ kind: z.literal('inbox') })
export type InboxEvent = z.infer<typeof InboxEvent>
