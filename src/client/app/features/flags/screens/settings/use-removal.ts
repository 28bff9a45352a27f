import type { FlagPage } from '../../../../../../shared/features/flags/schemas/flag-view.ts'
import { refusalOf } from '../../../../../api/refusal.ts'
import { failed } from '../../../../components/toast.tsx'
import { useReviewRequest } from '../../../publishing/use-review-request.ts'

/** Environments in which the flag serves a value, and from which it can be removed only with approvals. */
export const guardedIn = ({ environments, heads }: FlagPage): FlagPage['environments'] =>
  environments.filter(({ key, requiredApprovals }) => {
    const document = heads[key]?.document
    return requiredApprovals > 0 && document !== undefined && (document.on || document.offVariant !== null)
  })

/** Creates the change that removes a flag from environments that require approvals. Archiving waits for it. */
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
