import { useNavigate } from '@tanstack/react-router'
import type { Change, ProposedEntry } from '../../../../shared/features/changes/schemas/change.ts'
import { done } from '../../components/toast.tsx'
import { trpc } from '../../trpc.ts'
import { changeEdit } from './change-edit.ts'

/** Edits one entry of a change and opens the change. Throws if the server rejects it. */
export const useChangeEdit = (project: string) => {
  const utils = trpc.useUtils()
  const navigate = useNavigate()
  const { mutateAsync: edit } = trpc.changes.edit.useMutation()
  return async (change: Change, entry: ProposedEntry, note: string): Promise<void> => {
    await edit({ project, ...changeEdit(change, entry, note) })
    void utils.changes.invalidate()
    done(`Updated change ${change.number}`)
    void navigate({ to: '/p/$project/changes/$change', params: { project, change: String(change.number) } })
  }
}
