import { Button } from '@mantine/core'
import { IconFlag } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { StatePanel } from '../../../../components/state-panel.tsx'
import { NewFlagButton } from '../create/new-flag-button.tsx'

/** Empty state of a project without flags, or without archived flags. */
export function NoFlags({ project, archived }: { project: string; archived: boolean }): ReactNode {
  if (archived)
    return (
      <StatePanel icon={IconFlag} title="No archived flags">
        Archived flags are no longer served. You can restore them here.
      </StatePanel>
    )
  return (
    <StatePanel
      icon={IconFlag}
      title="No flags yet"
      actions={
        <>
          <NewFlagButton project={project} />
          <Button component={Link} to={`/p/${project}/connect`} variant="default">
            Connect an application
          </Button>
        </>
      }
    >
      Flags let you change behavior without a deploy.
    </StatePanel>
  )
}
