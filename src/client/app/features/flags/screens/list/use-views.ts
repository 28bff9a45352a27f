import type { SavedView } from '../../../../../../shared/features/views/schemas/saved-view.ts'
import { refusalOf } from '../../../../../api/refusal.ts'
import { done, failed } from '../../../../components/toast.tsx'
import { trpc } from '../../../../trpc.ts'

/** The saved views of a project, and actions on them. */
export const useViews = (project: string) => {
  const utils = trpc.useUtils()
  const { mutateAsync: saveView } = trpc.views.save.useMutation()
  const { mutateAsync: removeView } = trpc.views.remove.useMutation()
  const views = trpc.views.list.useQuery({ project }).data ?? []
  const put = async (view: SavedView, what: string): Promise<void> => {
    try {
      await saveView({ project, ...view })
      done(what)
    } catch (error) {
      failed(`Couldn’t save view “${view.name}”`, refusalOf(error))
    }
    await utils.views.list.invalidate({ project })
  }
  const remove = async (view: SavedView): Promise<boolean> => {
    try {
      const was = await removeView({ project, id: view.id })
      done(`Deleted view “${view.name}”.`, { undo: () => void put(was, `Restored view “${was.name}”.`) })
    } catch (error) {
      failed(`Couldn’t delete view “${view.name}”`, refusalOf(error))
      return false
    }
    await utils.views.list.invalidate({ project })
    return true
  }
  return { views, put, remove }
}
