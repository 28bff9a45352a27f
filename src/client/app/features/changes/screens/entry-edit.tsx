import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Change, ShownEntry } from '../../../../../shared/features/changes/schemas/change.ts'
import { draftKey } from '../../drafts/draft-keys.ts'
import { flagDrafts, replaceEdit, segmentDrafts } from '../../drafts/stored-draft.ts'

/**
 * Opens a proposed flag or segment in its editor as a draft. The previous draft can be restored there. Empty if the
 * user may not edit the change, or if the entry has no document.
 */
export function EntryEdit(props: { project: string; change: Change; entry: ShownEntry }): ReactNode {
  const { project, change, entry } = props
  const navigate = useNavigate()
  const { kind, key, environment, base, before, document } = entry
  if (change.can.edit !== null || before === null || document === null) return null
  const search = { env: environment, change: change.number }
  const open = () => {
    const place = draftKey(project, { kind, key, environment })
    if ('rules' in before && 'rules' in document) {
      replaceEdit(flagDrafts, place, { base, before, document })
      void navigate({ to: '/p/$project/flags/$flag', params: { project, flag: key }, search })
    } else if (!('rules' in before) && !('rules' in document)) {
      replaceEdit(segmentDrafts, place, { base, before, document })
      void navigate({ to: '/p/$project/segments/$segment', params: { project, segment: key }, search })
    }
  }
  return (
    <Button variant="default" size="compact-sm" onClick={open}>
      Edit {key}
    </Button>
  )
}
