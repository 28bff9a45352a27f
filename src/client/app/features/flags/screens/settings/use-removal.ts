import type { FlagPage } from '../../../../../../shared/features/flags/schemas/flag-view.ts'
import { refusalOf } from '../../../../../api/refusal.ts'
import { failed } from '../../../../components/toast.tsx'
import { useReviewRequest } from '../../../publishing/use-review-request.ts'

/** The environments where a flag gives programs a value, and that let it go only with approvals. */
export const guardedIn = ({ environments, heads }: FlagPage): FlagPage['environments'] =>
  environments.filter(({ key, requiredApprovals }) => {
    const document = heads[key]?.document
    return requiredApprovals > 0 && document !== undefined && (document.on || document.offVariant !== null)
  })

/** Proposes, where approvals are required, to take a flag away: what archiving it waits for. */
export const useRemoval = (project: string) => {
  const askForReview = useReviewRequest(project)
  return async (page: FlagPage): Promise<void> => {
    const { key } = page.flag
    const there = guardedIn(page)
    const entries = there.map((environment) => ({
      kind: 'flag' as const,
      environment: environment.key,
      key,
      base: page.heads[environment.key]?.revision ?? 0,
      document: null,
    }))
    const where = there.map(({ name }) => name).join(', ')
    try {
      await askForReview({ entries, message: `Remove ${key} from ${where}`, fallback: key, where })
    } catch (error) {
      failed(`Couldn’t propose to remove ${key}`, refusalOf(error))
    }
  }
}
