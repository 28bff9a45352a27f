import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Change, ShownEntry } from '../../../../../shared/features/changes/schemas/change.ts'
import { draftKey } from '../../drafts/draft-keys.ts'
import { flagDrafts, replaceEdit, segmentDrafts } from '../../drafts/kept-draft.ts'

/**
 * Opens what a change proposes for a flag or segment in its editor, as the author's draft: what the draft was before can be
 * put back there. Nothing where the reader may not edit the change, or there is no document to edit.
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
