import { useNavigate } from '@tanstack/react-router'
import type { SaveChangeInput } from '../../../../shared/features/changes/schemas/change.ts'
import { limits } from '../../../../shared/limits.ts'
import { done } from '../../components/toast.tsx'
import { trpc } from '../../trpc.ts'

/** A change to review. Its title is the first line of the message, or `fallback`. */
type Proposal = Pick<SaveChangeInput, 'entries'> & {
  message: string
  fallback: string
  where: string
  /** Ids of reviewers requested by name. */
  reviewers?: readonly string[] | undefined
}

/** Creates a change, requests a review and opens it. Throws if the server rejects it. */
export const useReviewRequest = (project: string) => {
  const utils = trpc.useUtils()
  const navigate = useNavigate()
  const { mutateAsync: save } = trpc.changes.save.useMutation()
  const { mutateAsync: putBeforeReviewers } = trpc.changes.requestReview.useMutation()
  return async ({ entries, message, fallback, where, reviewers = [] }: Proposal): Promise<void> => {
    const title = (message.split('\n', 1)[0] ?? '').slice(0, limits.nameLength) || fallback
    const { number } = await save({ project, title, message: message === title ? '' : message, entries })
    await putBeforeReviewers({ project, change: number, reviewers: [...reviewers] })
    void utils.changes.invalidate()
    done(`Review requested for ${where}`)
    void navigate({ to: '/p/$project/changes/$change', params: { project, change: String(number) } })
  }
}
