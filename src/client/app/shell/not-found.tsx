import { Button } from '@mantine/core'
import { IconMapOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { StatePanel } from '../components/state-panel.tsx'

export function NotFound(): ReactNode {
  return (
    <StatePanel
      icon={IconMapOff}
      title="Page not found"
      actions={
        <Button component={Link} to="/projects" variant="default">
          All projects
        </Button>
      }
    >
      The address may be mistyped, or the page may have moved.
    </StatePanel>
  )
}
