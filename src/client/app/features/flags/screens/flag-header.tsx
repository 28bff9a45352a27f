import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconArchive, IconArchiveOff, IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { FlagPage } from '../../../../../shared/features/flags/schemas/flag-view.ts'
import type { Role } from '../../../../../shared/features/projects/schemas/project.ts'
import { allows } from '../../../../../shared/permissions.ts'
import { CopyButton } from '../../../components/copy-button.tsx'
import { initials } from '../../../components/initials.ts'
import { TimeText } from '../../../components/time-text.tsx'
import { FlagFileNotice } from '../../flag-files/flag-file-notice.tsx'
import { FlagStatusBadge } from './flag-status-badge.tsx'
import { OtherMembersHere } from './other-members-here.tsx'
import { BuildReadersDialog } from './settings/build-readers-dialog.tsx'
import { DeleteFlagDialog } from './settings/delete-flag-dialog.tsx'
import { DependentsDialog } from './settings/dependents-dialog.tsx'
import { useArchive } from './settings/use-archive.ts'
import classes from './targeting/flag-screen.module.css'

export function FlagHeader(props: { project: string; page: FlagPage; role: Role | undefined }): ReactNode {
  const { project, page, role } = props
  const { flag, environments } = page
  const [deleting, setDeleting] = useState(false)
  const { archive, restore, hanging, readers, forget } = useArchive(project)
  const mayEdit = role !== undefined && allows(role, 'flag.edit')
  const archived = flag.archivedAt !== null
  return (
    <>
      <header className={classes['header']}>
        <h2 className={classes['name']}>{flag.name}</h2>
        <CopyButton text={flag.key} label={flag.key} size="compact-sm" ff="monospace" />
        {archived ? null : <FlagStatusBadge project={project} page={page} />}
        <span className={classes['facts']}>
          <span>{flag.type}</span>
          <span>
            created <TimeText instant={flag.createdAt} />
          </span>
          <FlagFileNotice keptIn={flag.keptIn} />
        </span>
        <OtherMembersHere project={project} flag={flag.key} environments={environments} />
        <div className={classes['actions']}>
          {flag.owner === null ? null : (
            <span className={classes['owner']}>
              <span className={classes['face']} aria-hidden>
                {initials(flag.owner.name)}
              </span>
              <span className="visually-hidden">Owner: </span>
              {flag.owner.name}
            </span>
          )}
          {flag.tags.length === 0 ? null : <span className={classes['tags']}>{flag.tags.join(' · ')}</span>}
          {mayEdit ? (
            <Menu position="bottom-end">
              <Menu.Target>
                <ActionIcon variant="default" size={32} aria-label="Flag actions">
                  <IconDots size={16} />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item
                  leftSection={<IconPencil size={15} />}
                  renderRoot={(root) => (
                    <Link to="/p/$project/flags/$flag/settings" params={{ project, flag: flag.key }} {...root} />
                  )}
                >
                  Edit name, description, tags, owner
                </Menu.Item>
                {archived ? (
                  <>
                    <Menu.Item leftSection={<IconArchiveOff size={15} />} onClick={() => void restore(flag.key)}>
                      Restore
                    </Menu.Item>
                    {allows(role, 'flag.delete') ? (
                      <Menu.Item
                        color="var(--fanion-bad)"
                        leftSection={<IconTrash size={15} />}
                        onClick={() => setDeleting(true)}
                      >
                        Delete permanently…
                      </Menu.Item>
                    ) : null}
                  </>
                ) : (
                  <Menu.Item leftSection={<IconArchive size={15} />} onClick={() => void archive(flag.key)}>
                    Archive
                  </Menu.Item>
                )}
              </Menu.Dropdown>
            </Menu>
          ) : null}
        </div>
        {flag.description === '' ? null : <p className={classes['description']}>{flag.description}</p>}
      </header>
      {archived ? (
        <p className={classes['archived']} style={{ margin: 0 }}>
          This flag is archived: applications get their default in code.{' '}
          {mayEdit ? (
            <Button size="compact-sm" variant="default" onClick={() => void restore(flag.key)}>
              Restore
            </Button>
          ) : null}
        </p>
      ) : null}
      {readers === null ? null : (
        <BuildReadersDialog readers={readers} onArchive={(key, reason) => void archive(key, reason)} onClose={forget} />
      )}
      {hanging === null ? null : (
        <DependentsDialog project={project} flag={flag.key} hanging={hanging} onClose={forget} />
      )}
      {deleting ? <DeleteFlagDialog project={project} flag={flag.key} onClose={() => setDeleting(false)} /> : null}
    </>
  )
}
