import { Button } from '@mantine/core'
import { IconFlag } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { StatePanel } from '../../ui/state-panel.tsx'
import { NewFlagButton } from './new-flag-button.tsx'

/** The list of a project that has no flag, or no archived one. */
export function NoFlags({ project, archived }: { project: string; archived: boolean }): ReactNode {
  if (archived)
    return (
      <StatePanel icon={IconFlag} title="No archived flags">
        An archived flag leaves every program and can be restored here.
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
            Connect a program
          </Button>
        </>
      }
    >
      A flag lets you change behaviour without a deploy.
    </StatePanel>
  )
}
