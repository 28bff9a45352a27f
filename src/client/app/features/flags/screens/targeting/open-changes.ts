import type { ChangeState, ChangeSummary } from '../../../../../../shared/features/changes/schemas/change.ts'

/** States of a change that may still be published. */
export const openStates: ChangeState[] = [
  'draft',
  'in-review',
  'changes-requested',
  'approved',
  'scheduled',
  'conflicted',
]

const order: Partial<Record<ChangeState, number>> = { scheduled: 0, approved: 1, 'in-review': 2 }

/** Open changes to a flag in one environment, scheduled ones first, earliest first. */
export const openChangesOfFlag = (
  changes: readonly ChangeSummary[],
  flag: string,
  environment: string,
): ChangeSummary[] =>
  changes
    .filter(({ places }) =>
      places.some((place) => place.kind === 'flag' && place.key === flag && place.environment === environment),
    )
    .toSorted(
      (a, b) =>
        (order[a.state] ?? 3) - (order[b.state] ?? 3) ||
        (a.schedule?.at ?? '').localeCompare(b.schedule?.at ?? '') ||
        a.number - b.number,
    )

/** What an open change waits for. Follows its title in a sentence. */
export const openChangeText: Record<Exclude<ChangeState, 'applied' | 'withdrawn' | 'scheduled'>, string> = {
  draft: 'is a draft',
  'in-review': 'is in review',
  'changes-requested': 'has changes requested',
  approved: 'is approved',
  conflicted: 'conflicts with what was published',
}
