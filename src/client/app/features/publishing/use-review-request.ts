import { useNavigate } from '@tanstack/react-router'
import { limits } from '../../../../shared/limits.ts'
import type { SaveChangeInput } from '../../../../shared/schemas/change.ts'
import { done } from '../../components/toast.tsx'
import { trpc } from '../../trpc.ts'

/** What is put before reviewers. The message's first line names it; `fallback` does where there is none. */
type Proposal = Pick<SaveChangeInput, 'entries'> & { message: string; fallback: string; where: string }

/** Proposes entries as a change, puts it before reviewers and opens it. Throws what the server refuses. */
export const useReviewRequest = (project: string) => {
  const utils = trpc.useUtils()
  const navigate = useNavigate()
  return async ({ entries, message, fallback, where }: Proposal): Promise<void> => {
    const title = (message.split('\n', 1)[0] ?? '').slice(0, limits.nameLength) || fallback
    const proposal = { project, title, message: message === title ? '' : message, entries }
    const { number } = await utils.client.changes.save.mutate(proposal)
    await utils.client.changes.requestReview.mutate({ project, change: number })
    void utils.changes.invalidate()
    done(`Review requested for ${where}`)
    void navigate({ to: '/p/$project/changes/$change', params: { project, change: String(number) } })
  }
}
