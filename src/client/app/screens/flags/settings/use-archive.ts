import { refusalOf } from '../../../../api/refusal.ts'
import { done, failed } from '../../../components/toast.tsx'
import { trpc } from '../../../trpc.ts'

/** Archives and restores flags; archiving can be undone, so nobody is asked twice. */
export const useArchive = (project: string) => {
  const utils = trpc.useUtils()
  const refresh = () => utils.flags.invalidate()

  const restore = async (flag: string, asItWas = false): Promise<void> => {
    try {
      await utils.client.flags.restore.mutate({ project, flag, asItWas })
      await refresh()
      done(`Restored ${flag}`)
    } catch (error) {
      failed(`Couldn’t restore ${flag}`, refusalOf(error))
    }
  }

  const archive = async (flag: string): Promise<void> => {
    try {
      await utils.client.flags.archive.mutate({ project, flag })
      await refresh()
      done(`Archived ${flag}`, { undo: () => void restore(flag, true) })
    } catch (error) {
      failed(`Couldn’t archive ${flag}`, refusalOf(error))
    }
  }

  return { archive, restore }
}
