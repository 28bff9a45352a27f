import type { Documents } from '../../../shared/datafile/answer-forms.ts'
import type { BrokenBuild } from '../../../shared/features/builds/build-mismatch.ts'
import { canBreakBuilds, servesNewValue } from '../../../shared/features/builds/build-mismatch.ts'
import type { DespiteBuilds } from '../../../shared/features/builds/schemas/build.ts'
import type { Entry, RevisionMark } from '../../../shared/features/publishing/schemas/revision.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { EnvironmentCtx } from '../../platform/kernel/ctx.ts'
import { type FlagDocumentChange, findHarmedBuilds, rejectHarmedBuilds } from '../builds/harmed-builds.ts'
import { revisionTouching } from './dependency-queries.ts'

type BuildCheckRequest = {
  readonly entries: readonly Entry[]
  readonly backTo?: number | undefined
  readonly mark: RevisionMark | null
  readonly despite?: DespiteBuilds | undefined
}

/** Marks that skip this check: an admin's override with a reason, undoing an import, and turning off. */
const passes: readonly RevisionMark[] = ['bypassed', 'undo', 'emergency']

/**
 * Flag changes that may remove something that running applications read or, in a protected environment, serve values
 * that they do not know.
 */
export function riskyFlagChanges(
  { environment }: EnvironmentCtx,
  { entries }: BuildCheckRequest,
  before: Documents,
): FlagDocumentChange[] {
  return entries.flatMap(({ kind, key, document }) => {
    if (kind !== 'flag') return []
    // Safe cast: an entry's document and the one it replaces have its kind.
    const step = {
      was: (before.get(`flag/${key}`) ?? null) as FlagDocument | null,
      is: document as FlagDocument | null,
    }
    const isRisky = canBreakBuilds(step.was, step.is) || (environment.protected && servesNewValue(step.was, step.is))
    return isRisky ? [{ flag: key, environment, before: step.was, after: step.is }] : []
  })
}

/**
 * Throws `flag/read-by-build` if a publish removes something that a live build reads or, in a protected environment,
 * serves a value that it does not declare. Returns the builds that an admin overrides. Builds register under the
 * environment's lock, so holding it ensures that no build appears during this check.
 */
export async function checkBuilds(
  ctx: EnvironmentCtx,
  asked: BuildCheckRequest,
  steps: readonly FlagDocumentChange[],
): Promise<BrokenBuild[]> {
  if (asked.mark !== null && passes.includes(asked.mark)) return []
  if (steps.length === 0) return []
  const { backTo } = asked
  const left = backTo === undefined ? undefined : await revisionTouching(ctx.db, ctx.environment, asked.entries, backTo)
  const builds = await findHarmedBuilds(ctx, steps, left?.publishedAt)
  const { name, role } = ctx.environment
  rejectHarmedBuilds({ project: `${ctx.project.name}, ${name}`, role }, builds, asked.despite)
  return builds
}
