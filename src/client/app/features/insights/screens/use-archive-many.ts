import { counted } from '../../../../../shared/text/rules/percent.ts'
import { refusalOf } from '../../../../api/refusal.ts'
import { done, failed } from '../../../components/toast.tsx'
import { trpc } from '../../../trpc.ts'

/** Archives flags at once. Undo restores them with their switches. */
export const useArchiveMany = (project: string): { archive: (flags: string[]) => void; isPending: boolean } => {
  const utils = trpc.useUtils()
  const refresh = () => Promise.all([utils.flags.invalidate(), utils.insights.invalidate()])
  const restore = trpc.flags.restoreMany.useMutation({
    onSuccess: async (flags) => {
      await refresh()
      done(`Restored ${counted(flags.length, 'flag')}`)
    },
    onError: (error) => failed('Couldn’t restore the flags', refusalOf(error)),
  })
  const archive = trpc.flags.archiveMany.useMutation({
    onSuccess: async (flags) => {
      await refresh()
      const keys = flags.map(({ key }) => key)
      done(`Archived ${counted(flags.length, 'flag')}`, {
        undo: () => restore.mutate({ project, flags: keys, asItWas: true }),
      })
    },
    onError: (error) => failed('Couldn’t archive the flags', refusalOf(error)),
  })
  return { archive: (flags) => archive.mutate({ project, flags }), isPending: archive.isPending }
}
