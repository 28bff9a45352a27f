import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { SavedView } from '../../../../../../shared/features/views/schemas/saved-view.ts'
import { allows } from '../../../../../../shared/permissions.ts'
import { trpc } from '../../../../trpc.ts'

const route = getRouteApi('/in/p/$project/flags')

/** Actions on the open view. Shared views can be changed only by members who may share. */
export function ViewMenu(props: {
  project: string
  view: SavedView
  changed: boolean
  onRename: () => void
  /** Saves the current filter and order. */
  onKeep: () => void
  onShare: (shared: boolean) => void
  /** Resolves to whether it was deleted. */
  onDelete: () => Promise<boolean>
}): ReactNode {
  const { project, view, changed, onRename, onKeep, onShare, onDelete } = props
  const navigate = route.useNavigate()
  const role = trpc.projects.get.useQuery({ project }).data?.role
  const mayShare = role !== undefined && allows(role, 'view.share')
  const leave = async () => {
    if (await onDelete()) void navigate({ search: (old) => ({ ...old, view: undefined }) })
  }
  if (view.shared && !mayShare) return null
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={28} aria-label={`More actions for view ${view.name}`}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {changed ? <Menu.Item onClick={onKeep}>Update with this filter</Menu.Item> : null}
        <Menu.Item onClick={onRename}>Rename…</Menu.Item>
        {mayShare ? (
          <Menu.Item onClick={() => onShare(!view.shared)}>
            {view.shared ? 'Make private' : 'Share with project'}
          </Menu.Item>
        ) : null}
        <Menu.Item onClick={() => void leave()}>Delete</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
