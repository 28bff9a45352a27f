import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { refusalOf } from '../../../../../api/refusal.ts'
import { done } from '../../../../components/toast.tsx'
import { TypedConfirm } from '../../../../components/typed-confirm.tsx'
import { trpc } from '../../../../trpc.ts'

/** Deletes an archived flag permanently, then returns to the archived flags. */
export function DeleteFlagDialog(props: { project: string; flag: string; onClose: () => void }): ReactNode {
  const { project, flag, onClose } = props
  const utils = trpc.useUtils()
  const navigate = useNavigate()
  const remove = trpc.flags.delete.useMutation({
    onSuccess: async () => {
      await navigate({ to: '/p/$project/flags', params: { project }, search: { status: 'archived' } })
      await utils.flags.invalidate()
      done(`Deleted ${flag}. Its key can be used again.`)
    },
  })
  return (
    <TypedConfirm
      title={`Delete ${flag}`}
      name={flag}
      act="Delete flag"
      busy={remove.isPending}
      refusal={remove.error ? refusalOf(remove.error) : null}
      onClose={onClose}
      onConfirm={() => remove.mutate({ project, flag, confirm: flag })}
    >
      The flag, its drafts and its usage data are deleted. The activity log is kept. This can’t be undone.
    </TypedConfirm>
  )
}
