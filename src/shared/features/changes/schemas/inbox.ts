import { z } from 'zod'
import { list } from '../../../schemas/bounded.ts'
import { ScopeKey } from '../../../schemas/keys.ts'
import { ExperimentSummary } from '../../experiments/schemas/experiment.ts'
import { Environment, Role } from '../../projects/schemas/project.ts'
import { PromiseNews } from '../../promises/schemas/promise.ts'
import { RampSummary } from '../../ramps/schemas/ramp.ts'
import { ChangeSummary } from './change.ts'

/** The open changes of all projects, for the one who asks. */
export const Inbox = z.strictObject({
  /** The projects that have such changes, ordered by name, with the caller's role in each. */
  projects: list(z.strictObject({ key: ScopeKey, name: z.string(), role: Role, environments: list(Environment) })),
  /** The one that moved last first. */
  changes: list(ChangeSummary.extend({ project: ScopeKey })),
  /** Whether there are older ones, which are not among them. */
  more: z.boolean(),
  /** What others did to what the caller promised, the newest first. */
  promises: list(PromiseNews),
  /**
   * For those who publish: the ramps that stand still until somebody decides, or are held for more than an hour past their
   * hold, then those that were rolled back in the last 14 days; of each the one that stopped last first.
   */
  ramps: list(RampSummary.extend({ project: ScopeKey, projectName: z.string() })),
  /**
   * For those who plan experiments: the ones whose planned time is over, whose users do not split as planned or which a guard is
   * against, and those that were stopped in the last 14 days; each until it is decided. `why` says what asks for somebody.
   */
  experiments: list(ExperimentSummary.extend({ project: ScopeKey, projectName: z.string(), why: z.string() })),
})
export type Inbox = z.infer<typeof Inbox>

/** Told over the subscription: something in the inbox may have moved. */
export const InboxEvent = z.strictObject({ kind: z.literal('inbox') })
export type InboxEvent = z.infer<typeof InboxEvent>
