import { refusalOf } from '../../../../api/refusal.ts'
import { done, failed } from '../../../components/toast.tsx'
import { trpc } from '../../../trpc.ts'

/** Archives and restores flags; archiving can be undone, so nobody is asked twice. */
export const useArchive = (project: string) => {
  const utils = trpc.useUtils()
  const { mutateAsync: restoreFlag } = trpc.flags.restore.useMutation()
  const { mutateAsync: archiveFlag } = trpc.flags.archive.useMutation()
  const refresh = () => utils.flags.invalidate()

  const restore = async (flag: string, asItWas = false): Promise<void> => {
    try {
      await restoreFlag({ project, flag, asItWas })
      await refresh()
      done(`Restored ${flag}`)
    } catch (error) {
      failed(`Couldn’t restore ${flag}`, refusalOf(error))
    }
  }

  const archive = async (flag: string): Promise<void> => {
    try {
      await archiveFlag({ project, flag })
      await refresh()
      done(`Archived ${flag}`, { undo: () => void restore(flag, true) })
    } catch (error) {
      failed(`Couldn’t archive ${flag}`, refusalOf(error))
    }
  }

  return { archive, restore }
}
